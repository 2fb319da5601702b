// The same small app for every kind of project: it uses the package in each way there is and reports what it got.

/** What comes of using the package in one place. */
export interface Report {
  /** Of loadWasm(). */
  output: number[];
  /** Of load(). */
  asyncOutput: number[];
  /** Why load() computes where it does. */
  reason: string;
  /** Threads of load(). */
  threads: number;
  /** How an AttentionError of load() reads. */
  error: string;
}

/** What an app hands to `globalThis.reports`. */
export interface Reports {
  /** From the page. */
  page: Report;
  /** From a module worker of the app's own. */
  ownWorker: Report;
}

/** `package_`: what to import, a name or an address; `options`: of loading, what else there is to say. */
export const attend = (package_: string, options = '') => `
import { AttentionError, load, loadWasm } from '${package_}';

export async function attend() {
  const [Q, K, V] = [[[1, 0], [0, 1]], [[1, 0], [0, 1], [1, 1]], [[1, 2], [3, 4], [5, 6]]];
  const engine = await loadWasm({ ${options} });
  const { output } = engine.attention(Q, K, V, { validLens: [2] });
  const asyncEngine = await load({ threads: 2, ${options} });
  const { output: asyncOutput } = await asyncEngine.attention(Q, K, V, { validLens: [2] });
  const error = await asyncEngine.attention(Q, K, V, { validLens: [4] }).catch((error) => error);
  const { reason, threads } = asyncEngine.info;
  asyncEngine.dispose();
  return {
    output: Array.from(output.data),
    asyncOutput: Array.from(asyncOutput.data),
    reason,
    threads,
    error: error instanceof AttentionError ? error.code + ' ' + error.argument : String(error),
  };
}
`;

/** An app of a page alone, in one script. */
export const pageAlone = (package_: string, options = '') => `${attend(package_, options)}
attend().catch((error) => ({ error: String(error) })).then((page) => { globalThis.reports = { page }; });
`;

const MAIN = `
import { attend } from './attend.js';

const ownWorker = new Promise((resolve) => {
  const worker = new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ error: message });
});
const page = attend().catch((error) => ({ error: String(error) }));
Promise.all([page, ownWorker]).then(([page, ownWorker]) => { globalThis.reports = { page, ownWorker }; });
`;

const OWN_WORKER = `
import { attend } from './attend.js';
attend().catch((error) => ({ error: String(error) })).then((report) => postMessage(report));
`;

/** The sources of the app, for projects whose tools resolve names. */
export const APP = {
  'attend.js': attend('xattention'),
  'main.js': MAIN,
  'own-worker.js': OWN_WORKER,
  'index.html': '<!doctype html><title>App</title><script type="module" src="./main.js"></script>',
};
