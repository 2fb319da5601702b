// npm run bench: whole attention layers, ours and the peers'.
//   npm run bench                    what is installed; `--peers` installs the others first
//   npm run bench -- --quick         a few workloads, under a minute
//   npm run bench -- --sweep         one layer at growing lengths
//   npm run bench -- --json FILE     the same as JSON beside the table
//   npm run bench -- --processor     times of the processor instead of the clock, on a machine that does other things
//   npm run bench -- --only a,b      these engines alone
//   npm run bench -- --threads       those with two threads alone
// Every engine has a process of its own; they take turns, round by round, and go through all workloads several times.
// Outputs are compared with the reference in float64 before anything is timed.

import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { requiredFlop } from './arithmetic.mjs';
import { barsOf } from './bars.mjs';
import { Child } from './children.mjs';
import { engines } from './engines/index.mjs';
import { expect } from './expected.mjs';
import { lineOf, tableHead } from './report.mjs';
import { summaryOf } from './timing.mjs';
import { nameOf, quickWorkloads, sweepWorkloads, workloads } from './workloads.mjs';

const options = readOptions();
const clock = options.processor ? 'processor' : 'wall';
/** A machine may be slow for a minute: what is measured of a workload is so in passes, all others between them. */
const passes = options.quick ? 1 : 4;
const rounds = options.quick ? 3 : 2;
const secondsPerRound = options.quick ? 0.1 : 0.25;
/** An engine that has had so many seconds for a workload, and two samples at least, sits out further rounds. */
const secondsPerWorkload = 5;

function readOptions() {
  const yesOrNo = { type: 'boolean', default: false };
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'string' },
        quick: yesOrNo,
        sweep: yesOrNo,
        processor: yesOrNo,
        only: { type: 'string' },
        threads: yesOrNo,
        peers: yesOrNo, // done by who started this
      },
    });
    const only =
      values.only?.split(',') ?? Object.keys(engines).filter((name) => !engines[name].threads === !values.threads);
    const unknown = only.filter((name) => !(name in engines));
    if (unknown.length > 0)
      throw new Error(`--only knows ${Object.keys(engines).join(', ')}, not ${unknown.join(', ')}`);
    return { ...values, only };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

/** One process for each engine that is there. */
async function startAll() {
  const children = new Map();
  const about = [];
  for (const name of options.only) {
    const { title, native = false } = engines[name];
    try {
      const child = await Child.start(name, clock);
      const { version, mostFlop = Number.POSITIVE_INFINITY } = await child.ask('about');
      children.set(name, { child, mostFlop });
      about.push({ name, title, native, version });
    } catch (error) {
      const isAbsent = /Cannot find (package|module)/.test(error.message);
      console.log(`${title}: not compared, ${isAbsent ? 'not installed (npm run bench -- --peers)' : error.message}`);
    }
  }
  return { children, about };
}

/** What is to be measured of one workload, and what was so far. */
async function begin(workload, children) {
  const flop = requiredFlop(workload);
  const results = {};
  const taking = new Map();
  for (const [name, { child, mostFlop }] of children)
    if (flop > (options.quick ? mostFlop / 10 : mostFlop)) results[name] = { missing: 'takes too long' };
    else taking.set(name, { child, times: [], ceilings: [], spent: 0 });
  return { workload, name: nameOf(workload), flop, results, taking, expected: await expect(workload) };
}

/** One pass: every engine makes ready, the fastest right way of the first pass from then on, and they take turns. */
async function pass({ workload, results, taking, expected }) {
  const gone = (name, error) => {
    results[name] = { missing: error.message };
    taking.delete(name);
  };
  for (const [name, { child }] of taking)
    try {
      const prepared = await child.ask('prepare', { workload, expected, wanted: results[name]?.way });
      if (prepared.way === undefined) throw new Error(Object.values(prepared.refused).join('; '));
      results[name] ??= prepared;
    } catch (error) {
      gone(name, error);
    }
  for (let round = 0; round < rounds; round++)
    for (const [name, turn] of taking) await takeTurn(turn).catch((error) => gone(name, error));
}

function summarized({ workload, name, flop, results, taking }) {
  for (const [engine, { times, ceilings }] of taking) {
    const { milliseconds: _, ...prepared } = results[engine];
    const time = summaryOf(times);
    const gflops = flop / time.median / 1e6;
    const ceiling = ceilings.length > 0 ? summaryOf(ceilings.map((x) => -x)).median * -1 : undefined;
    results[engine] = { ...prepared, ...time, gflops, ...(ceiling && { ceiling, share: gflops / ceiling }) };
  }
  return { workload, name, flop, results };
}

async function takeTurn(turn) {
  if (turn.spent > secondsPerWorkload && turn.times.length > 1) return;
  const start = performance.now();
  const { times, ceiling = [] } = await turn.child.ask('time', { seconds: secondsPerRound });
  turn.times.push(...times);
  turn.ceilings.push(...ceiling);
  turn.spent += (performance.now() - start) / 1000;
}

/** Beyond inputs and output: WebAssembly needs copies of its own of all four, what is native only room for the output. */
async function measureMemory({ workload, results }) {
  const tensor = workload.batchSize * workload.numSteps * workload.numHiddens * Float32Array.BYTES_PER_ELEMENT;
  for (const [name, result] of Object.entries(results)) {
    if (result.missing) continue;
    const owed = engines[name].native ? tensor : 4 * tensor;
    const child = await Child.start(name, clock);
    try {
      const { wasm, resident } = await child.ask('memory', { workload, way: result.way });
      result.memory = { resident: Math.max(0, resident - owed), ...(wasm !== undefined && { wasm: wasm - owed }) };
    } catch (error) {
      result.memory = { missing: error.message };
    }
    child.stop();
  }
}

const { children, about } = await startAll();
const machine = {
  cpu: os.cpus()[0].model,
  cores: os.cpus().length,
  node: process.version,
  v8: process.versions.v8,
  clock,
};
console.log(
  `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${options.threads ? 'two threads' : 'one thread'}; ${clock} time, medians; calls and copies included`,
);
for (const { title, version } of about) console.log(`  ${title}: ${version}`);

const chosen = options.sweep ? sweepWorkloads : options.quick ? quickWorkloads : workloads;
const measured = [];
try {
  const begun = [];
  for (const workload of chosen) begun.push(await begin(workload, children));
  for (let n = 1; n <= passes; n++) {
    for (const state of begun) await pass(state);
    console.log(`pass ${n} of ${passes} done after ${Math.round(performance.now() / 1000)} s`);
  }
  for (const line of tableHead(about)) console.log(line);
  for (const state of begun) {
    const row = summarized(state);
    if (row.workload.kind === 'attention') await measureMemory(row);
    measured.push(row);
    for (const line of lineOf(row, about)) console.log(line);
  }
} finally {
  for (const { child } of children.values()) child.stop();
}

const bars = options.sweep ? [] : barsOf(measured); // which speak of other workloads
if (bars.length > 0) console.log('\nWhat is asked for, and what is');
for (const { what, atLeast, aim, got, where } of bars)
  console.log(`  ${what.padEnd(78)} ${atLeast.padStart(10)} ${aim.padStart(10)} ${got.padStart(10)}  ${where}`);
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ machine, engines: about, measured, bars }, null, 1)}\n`);
