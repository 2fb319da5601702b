// Tells what is going on: one line when a step starts and when it ends, and between them, on a terminal,
// a last line that is rewritten every second; elsewhere a line every half minute.

/** @type {Map<string, { since: number, detail: string }>} */
const active = new Map();
/** @type {NodeJS.Timeout | undefined} */
let timer;
const terminal = process.stdout.isTTY;

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

function eraseStatus() {
  if (terminal) process.stdout.write('\r\x1b[K');
}

/** A line that stays. @param {string} text */
export function say(text) {
  eraseStatus();
  console.log(text);
}

function showStatus() {
  const parts = Array.from(active, ([name, { since, detail }]) => `${name} ${seconds(since)} ${detail}`.trim());
  const status = parts.join(' | ');
  if (!terminal) console.log(`  ... ${status}`);
  else process.stdout.write(`\r\x1b[K${status.slice(0, process.stdout.columns - 1)}`);
}

/**
 * Announces a step and waits for it.
 * @template T
 * @param {string} name
 * @param {(detail: (text: string) => void) => Promise<T>} work is given a function that says how far it is
 */
export async function step(name, work) {
  const state = { since: performance.now(), detail: '' };
  say(`${name} ...`);
  active.set(name, state);
  timer ??= setInterval(showStatus, terminal ? 1000 : 30_000);
  let outcome = 'failed after';
  try {
    const result = await work((text) => {
      state.detail = text;
    });
    outcome = 'done in';
    return result;
  } finally {
    active.delete(name);
    if (active.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    say(`${name}: ${outcome} ${seconds(state.since)}`);
  }
}
