// The lesson's module, from the page: opened when something asks for it, closed with what asked.
import type { Calls, Reply, Request } from './messages';

type Call<Name extends keyof Calls> = (...args: Parameters<Calls[Name]>) => Promise<ReturnType<Calls[Name]>>;
export type LessonCore = { [Name in keyof Calls]: Call<Name> } & {
  /** Ends what runs; its promises stay open. */
  close(): void;
};

type Ask = (request: Request) => Promise<Reply>;

/** Where no worker starts, as in a sandboxed frame, the page's own thread answers. */
export function openLessonCore(): LessonCore {
  const inWorker = openInWorker();
  let here: Promise<Ask> | undefined;
  const ask: Ask = async (request) => {
    const reply = await inWorker?.ask(request);
    if (reply) return reply;
    here ??= import('./answer').then(({ openAnswers }) => openAnswers());
    return (await here)(request);
  };
  let count = 0;
  const call =
    <Name extends keyof Calls>(name: Name): Call<Name> =>
    async (...args) => {
      const reply = await ask({ id: count++, name, args } as Request);
      if ('error' in reply) throw new Error(reply.error);
      return reply.result as ReturnType<Calls[Name]>;
    };
  return {
    addNorm: call('addNorm'),
    feedForward: call('feedForward'),
    measure: call('measure'),
    close: () => inWorker?.close(),
  };
}

/** Its answers are undefined where the worker does not run. */
interface WorkerAnswers {
  ask(request: Request): Promise<Reply | undefined>;
  close(): void;
}

function openInWorker(): WorkerAnswers | undefined {
  let worker: Worker;
  try {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
  const waiting = new Map<number, (reply: Reply | undefined) => void>();
  let runs = true;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', () => {
    runs = false;
    for (const tell of waiting.values()) tell(undefined);
    waiting.clear();
  });
  return {
    ask: (request) =>
      new Promise((resolve) => {
        if (!runs) return resolve(undefined);
        waiting.set(request.id, resolve);
        worker.postMessage(request);
      }),
    close: () => worker.terminate(),
  };
}
