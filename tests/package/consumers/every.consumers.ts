// npm run consumers: makes a project of each kind, by its own starter where it has one, installs the packed package, and
// runs what comes of it: built and served in Chromium, or as a program. Prints a table; what the registry or this machine
// has not is told there, and is no failure.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../apps.js';
import { serveFolder } from '../host.js';
import { run, start, Workshop, write } from '../project.js';
import { expectReport, openBrowser, visit } from '../visit.js';
import { browsers } from './browsers.js';
import type { Consumer, Server, Step } from './project.js';
import { servers } from './servers.js';
import { types } from './types.js';

/** Its inline scripts, evaluation and sockets are a development server's own affair. */
const ANY_POLICY = "default-src * 'unsafe-inline' 'unsafe-eval' data: blob:";

let workshop: Workshop;
let browser: Browser;
const rows: string[] = [];

beforeAll(async () => {
  [workshop, browser] = await Promise.all([Workshop.open(), openBrowser()]);
});
afterAll(async () => {
  await Promise.all([workshop.close(), browser.close()]);
  console.log(['| consumer | setting | |', '|---|---|---|', ...rows].join('\n'));
});

test.each([...servers, ...browsers, ...types])('$name', async (consumer) => {
  const { name, setting = 'none' } = consumer;
  const tell = (outcome: string) => {
    rows.push(`| ${name} | ${setting} | ${outcome} |`);
    console.log(rows.at(-1));
  };
  const folder = await make(consumer).catch((error) => {
    tell(`not had: ${firstLine(error)}`);
    return undefined;
  });
  if (!folder) return;
  try {
    await use(folder, consumer);
    tell('works');
  } catch (error) {
    tell(`fails: ${firstLine(error)}`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true }); // some are half a gigabyte
  }
});

/** The folder of its project, with everything installed. */
async function make({ name, starter, packages = [], install, files }: Consumer): Promise<string> {
  const outside = join(workshop.folder, name.replaceAll(/\W+/g, '-'));
  await mkdir(outside);
  const folder = starter ? join(outside, 'app') : outside;
  if (starter) await execute(outside, starter);
  else await write(folder, { 'package.json': '{ "name": "app", "type": "module", "private": true }' });
  await write(folder, files);
  const npm = ['npm', 'install', '--no-audit', '--no-fund', workshop.tarball, ...packages];
  await execute(
    folder,
    (install ?? npm).map((word) => word.replace('TARBALL', workshop.tarball)),
  );
  return folder;
}

const execute = (folder: string, [program = '', ...args]: readonly string[]) => run(folder, program, ...args);

async function use(folder: string, { before, steps = [], servers: each = [] }: Consumer): Promise<void> {
  if (before) await execute(folder, before);
  for (const step of steps) await take(folder, step);
  for (const server of each) await ask(folder, server);
}

async function take(folder: string, { command, leaves, prints = true }: Step): Promise<void> {
  const output = await execute(folder, command);
  if (leaves) return onHost(join(folder, leaves));
  if (prints) expectReport(reportIn(output), 'in this thread');
}

async function onHost(folder: string): Promise<void> {
  const host = await serveFolder(folder, '/', ANY_POLICY);
  try {
    expectReport((await visit(browser, host.url)).page, 'in a module worker');
  } finally {
    host.close();
  }
}

async function ask(folder: string, { command, pages = [''], answers = [] }: Server): Promise<void> {
  const [program = '', ...args] = command;
  const { match, stop } = await start(folder, /http:\/\/localhost:\d+/, program, ...args);
  try {
    for (const path of answers)
      expectReport(reportIn(await (await fetch(`${match[0]}/${path}`)).text()), 'in this thread');
    for (const path of pages) {
      const { page } = await visit(browser, `${match[0]}/${path}`);
      expectReport(page, 'in a module worker');
    }
  } finally {
    stop();
  }
}

/** The report among what a program printed, or in a page. */
function reportIn(text: string): Report {
  const found = text.replaceAll('&quot;', '"').match(/\{"output":.*?"error":.*?\}/);
  expect(found?.[0], text.slice(0, 2000)).toBeTruthy();
  return JSON.parse(found?.[0] ?? '');
}

function firstLine(error: unknown): string {
  const said = error instanceof Error ? `${(error as { stderr?: string }).stderr || error.message}` : String(error);
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0] ?? '').trim().slice(0, 160);
}
