// Projects as a user starts one: an empty folder, the package installed from its tarball, a few files.

import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

/** What a shell would have: without the variables that a runner of tests sets for its own tools. */
const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...inherited } = process.env;
const env = { ...inherited, NO_COLOR: '1' };

/** The path of a program among the development tools of this repository. */
export const tool = (name: string) => join(root, 'node_modules', '.bin', name);

/** Runs a program to its end and resolves to what it printed. */
export async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: folder, env });
  return stdout;
}

/** Starts a program that stays up, and resolves once its output matches. */
export async function start(folder: string, pattern: RegExp, program: string, ...args: string[]) {
  const child = spawn(program, args, { cwd: folder, env, detached: true });
  let output = '';
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = pattern.exec(output);
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => reject(new Error(output)));
  });
  // With whatever it has started itself, as npx does.
  return { match, stop: () => process.kill(-(child.pid as number)) };
}

export class Workshop {
  private constructor(
    readonly folder: string,
    readonly tarball: string,
  ) {}

  /** A temporary folder with the packed package in it. */
  static async open(): Promise<Workshop> {
    const folder = await mkdtemp(join(tmpdir(), 'xattention-'));
    const packed = await run(root, 'npm', 'pack', '--json', '--pack-destination', folder);
    return new Workshop(folder, join(folder, JSON.parse(packed)[0].filename));
  }

  /** An empty project with the package installed and these files written. */
  async project(name: string, files: Record<string, string>): Promise<string> {
    const folder = join(this.folder, name);
    await mkdir(folder);
    await write(folder, { 'package.json': '{ "type": "module", "private": true }', ...files });
    await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--offline', this.tarball);
    return folder;
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Writes files into a folder, and makes the folders that it takes. */
export async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
