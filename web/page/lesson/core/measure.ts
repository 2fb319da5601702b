// How long one reading takes: runs are repeated until a clock can tell, and the median of a few such times counts.
import type { LessonModule } from 'lesson-module/lesson.js';
import type { Reader } from './messages';

/** Long against the steps of a browser's clock, which are up to 1 ms. */
const least = 30;
/** Slow readings are not measured more often than this allows. */
const most = 1500;
const samples = 5;
/** By then the browser has replaced its first, slow translation of the code with its best one. */
const warming = 300;

export function measure(module: LessonModule, reader: Reader, numSteps: number, numHiddens: number): number {
  const reading = new module.Reading(numSteps, numHiddens);
  const time = (times: number): number => {
    const start = performance.now();
    if (reader === 'rnn') reading.byRnn(times);
    else reading.byAttention(times);
    return performance.now() - start;
  };
  try {
    let times = 1;
    for (let spent = 0; spent < warming; ) {
      const elapsed = time(times);
      spent += elapsed;
      if (elapsed < least) times *= 2;
    }
    const found: number[] = [];
    for (let spent = 0; found.length === 0 || (found.length < samples && spent < most); ) {
      const elapsed = time(times);
      spent += elapsed;
      found.push(elapsed / times);
    }
    return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] as number;
  } finally {
    reading.delete();
  }
}
