// The lesson's module, from the page: opened when something asks for it, closed with what asked.
import type { Calls, Reply, Request } from './messages';

type Call<Name extends keyof Calls> = (...args: Parameters<Calls[Name]>) => Promise<ReturnType<Calls[Name]>>;
export type LessonCore = { [Name in keyof Calls]: Call<Name> } & {
  /** Ends what runs; its promises stay open. */
  close(): void;
};

export function openLessonCore(): LessonCore {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (reply: Reply) => void>();
  let failed: string | undefined;
  let count = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  worker.addEventListener('error', ({ message }) => {
    failed = message || 'the worker did not load';
    for (const [id, tell] of waiting) tell({ id, error: failed });
    waiting.clear();
  });
  const call =
    <Name extends keyof Calls>(name: Name): Call<Name> =>
    (...args) =>
      new Promise((resolve, reject) => {
        if (failed !== undefined) return reject(new Error(failed));
        const id = count++;
        waiting.set(id, (reply) =>
          'error' in reply ? reject(new Error(reply.error)) : resolve(reply.result as ReturnType<Calls[Name]>),
        );
        worker.postMessage({ id, name, args } as Request);
      });
  return {
    addNorm: call('addNorm'),
    feedForward: call('feedForward'),
    measure: call('measure'),
    close: () => worker.terminate(),
  };
}
