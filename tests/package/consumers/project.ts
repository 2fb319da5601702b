// What a consumer is: how its project is made, and the ways in which it runs what it was given.

import { attend, pageAlone } from '../apps.js';

/** Runs to its end and prints a report as its last line of JSON, or leaves a folder that a plain host serves. */
export interface Step {
  command: readonly string[];
  /** The folder that it leaves. Without it, it prints a report. */
  leaves?: string;
  /** Whether it prints a report: a compiler says nothing where all is well. */
  prints?: boolean;
}

/** A server that stays up; its pages report. */
export interface Server {
  command: readonly string[];
  /** Paths below its address: pages that report in the browser, or answer with a report. */
  pages?: readonly string[];
  answers?: readonly string[];
}

export interface Consumer {
  name: string;
  /** What it has to be told, for the table. */
  setting?: string;
  /** The command of its own starter, which makes the folder `app`; without one the project is an empty folder. */
  starter?: readonly string[];
  /** Installed beside ours. */
  packages?: readonly string[];
  /** Instead of `npm install`. */
  install?: readonly string[];
  files: Record<string, string>;
  /** After it is installed, before it is used. */
  before?: readonly string[];
  steps?: readonly Step[];
  servers?: readonly Server[];
}

/** A page that bundlers begin with. */
export const PAGE = '<!doctype html><title>App</title><body><script type="module" src="./main.js"></script></body>';

/** An app of a page. @param options of loading */
export const page = (options = '') => pageAlone('xattention', options);

/** A program that prints what it computed. @param package_ what to import @param options of loading */
export const program = (package_ = 'xattention', options = '') =>
  `${attend(package_, options)}\nattend().then((report) => console.log(JSON.stringify(report)));\n`;

/** What to do where a bundler leaves files behind: a copy of them, and its address. */
export const COPY = (folder: string) => ['cp', '-r', 'node_modules/xattention/dist/lib', folder];
export const COPIED = "filesUrl: './xattention/'";
