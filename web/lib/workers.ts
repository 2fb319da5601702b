// Starts the package's workers in a browser, wherever their scripts lie.

import type { UrlLike } from './types.js';

/** One script, by the ways to start it. */
export interface WorkerScript {
  /** Below `filesUrl`. */
  path: string;
  /** The option that names this script alone. */
  option: 'workerUrl' | 'threadUrl';
  /** Starts it by the expression in which bundlers look for a worker. */
  bundled: () => Worker;
  /** Its address where nothing is bundled. */
  address: () => URL;
}

/** What a caller may say of where the scripts lie. */
export type ScriptSource = { [Option in 'workerUrl' | 'threadUrl' | 'filesUrl']?: UrlLike | undefined };

/** @throws Error where no worker may be started, or none can be found */
export function startWorker(script: WorkerScript, source: ScriptSource): Worker {
  const given = givenAddress(script, source);
  if (given) return isElsewhere(given) ? startImporting(given) : new Worker(given, { type: 'module' });
  try {
    return script.bundled();
  } catch (error) {
    const address = addressOfScript(script, {});
    if (isElsewhere(address)) return startImporting(address);
    throw error;
  }
}

/** The address that the caller gave, else the script's own. @throws Error, naming the options, where there is none */
export function addressOfScript(script: WorkerScript, source: ScriptSource): URL {
  const given = givenAddress(script, source);
  if (given) return given;
  try {
    return script.address();
  } catch {
    throw new Error(`no known address; ${saysWhere(script.option)}`);
  }
}

/** Of the script, or of the folder that it is in. */
function givenAddress({ path, option }: WorkerScript, source: ScriptSource): URL | undefined {
  const { [option]: address, filesUrl } = source;
  if (address !== undefined) return new URL(String(address));
  return filesUrl === undefined ? undefined : new URL(path, String(filesUrl));
}

/** What can be done about a script that does not run. */
export function saysWhere(option: WorkerScript['option']): string {
  return `${option} or filesUrl says where it lies, if a bundler left it behind`;
}

/** A page starts no worker from another origin, as when the package comes from a CDN. */
function isElsewhere({ protocol, origin }: URL): boolean {
  return /^https?:$/.test(protocol) && origin !== globalThis.origin;
}

/** A script of this origin may import one of another, whose host allows that. */
function startImporting({ href }: URL): Worker {
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' });
  const address = URL.createObjectURL(script);
  const worker = new Worker(address, { type: 'module' });
  const forget = () => URL.revokeObjectURL(address);
  worker.addEventListener('message', forget, { once: true });
  worker.addEventListener('error', forget, { once: true });
  return worker;
}
