// How long one reading takes: runs are repeated until a clock can tell, and the median of a few such times counts.
import type { LessonModule } from 'lesson-module/lesson.js';
import type { Reader } from './messages';

/** Long against the steps of a browser's clock, which are up to 1 ms. */
const least = 30;
/** Slow readings are not measured more often than this allows. */
const most = 1500;
const samples = 5;

export function measure(module: LessonModule, reader: Reader, numSteps: number, numHiddens: number): number {
  const reading = new module.Reading(numSteps, numHiddens);
  const time = (times: number): number => {
    const start = performance.now();
    if (reader === 'rnn') reading.byRnn(times);
    else reading.byAttention(times);
    return performance.now() - start;
  };
  try {
    time(1); // the first run is the engine's: it compiles, and memory grows
    let times = 1;
    let elapsed = time(times);
    while (elapsed < least) {
      times *= 2;
      elapsed = time(times);
    }
    const found = [elapsed / times];
    for (let spent = elapsed; found.length < samples && spent < most; spent += elapsed) {
      elapsed = time(times);
      found.push(elapsed / times);
    }
    return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] as number;
  } finally {
    reading.delete();
  }
}
