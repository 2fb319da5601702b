// The lesson's module and its answers, in whichever thread this is.
import create, { type LessonModule } from 'lesson-module/lesson.js';
import wasmUrl from 'lesson-module/lesson.wasm?url';
import { measure } from './measure';
import type { Calls, Reply, Request } from './messages';

async function instantiate(): Promise<LessonModule> {
  const response = await fetch(new URL(wasmUrl, import.meta.url));
  if (!response.ok) throw new Error(`${wasmUrl}: HTTP status ${response.status}`);
  const binary = await response.arrayBuffer();
  return new Promise((resolve, reject) => {
    create({
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(binary, imports).then(({ instance, module }) => done(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/** @param loading - the module, one for all answers */
async function answerWith(loading: Promise<LessonModule>, { id, name, args }: Request): Promise<Reply> {
  try {
    const module = await loading;
    const calls: Calls = {
      addNorm: module.addNorm,
      feedForward: module.feedForward,
      measure: (...what) => measure(module, ...what),
    };
    const call = calls[name] as (...all: unknown[]) => ReturnType<Calls[keyof Calls]>;
    return { id, result: call(...args) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

export function openAnswers(): (request: Request) => Promise<Reply> {
  const loading = instantiate();
  loading.catch(() => {}); // said in every answer
  return (request) => answerWith(loading, request);
}
