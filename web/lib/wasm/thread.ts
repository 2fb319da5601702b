// The module that each thread runs, alone: nothing imports it, and it imports nothing. It is told once what to do.

/** What a thread is told. */
export interface ThreadStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Where in the module's table the function is in which the thread spends its life. */
  entry: number;
  args: readonly number[];
}

interface Port {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void, options: { once: true }): void;
  postMessage(message: unknown): void;
  start?(): void;
}

interface Node {
  process?: { getBuiltinModule?(name: 'node:worker_threads'): { parentPort: Port | null } };
}

const port =
  (globalThis as Node).process?.getBuiltinModule?.('node:worker_threads').parentPort ?? (globalThis as unknown as Port);

port.addEventListener('message', ({ data }) => run(data as ThreadStart), { once: true });
port.start?.();

function run({ module, memory, entry, args }: ThreadStart): void {
  // Names are whatever the linker made of them; kinds say enough. Kernels call nothing outside of the module.
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = kind === 'memory' ? memory : refuse;
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  const table = Object.values(exports).find((value) => value instanceof WebAssembly.Table);
  const work: (...args: readonly number[]) => void = table?.get(entry);
  port.postMessage('ready');
  work(...args); // does not return: the thread ends when it is terminated
}

function refuse(): never {
  throw new Error('a thread called out of its module');
}
