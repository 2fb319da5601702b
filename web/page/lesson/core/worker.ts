// The lesson's module in a thread of its own, so that measuring leaves the page responsive and can be given up.
import { openAnswers } from './answer';
import type { Request } from './messages';

const answer = openAnswers();

addEventListener('message', async ({ data }: MessageEvent<Request>) => postMessage(await answer(data)));
