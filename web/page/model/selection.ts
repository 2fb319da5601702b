// One selection for the whole page. It says a stage and a coordinate on every axis, so each matrix
// finds its own cell in it, and the same cell one stage up or down is the same coordinates under another name.
import { type Axis, axisSize, headSize, type Sizes, type Stage, type StageName, stagesOf } from './stages';

export interface Selection {
  stage: StageName;
  head: number;
  step: number;
  query: number;
  key: number;
  input: number;
  feature: number;
  out: number;
}

export interface Cell {
  row: number;
  col: number;
}

function coordinate(at: Selection, axis: Axis, sizes: Sizes): number {
  return axis === 'hidden' ? at.head * headSize(sizes) + at.feature : at[axis];
}

export function cellOf(at: Selection, stage: Stage, sizes: Sizes): Cell {
  return { row: coordinate(at, stage.rows, sizes), col: coordinate(at, stage.cols, sizes) };
}

function move(at: Selection, axis: Axis, index: number, sizes: Sizes): Selection {
  switch (axis) {
    case 'hidden':
      return { ...at, head: Math.floor(index / headSize(sizes)), feature: index % headSize(sizes) };
    case 'step': // choosing a token of X chooses who reads
      return { ...at, step: index, query: index };
    case 'query':
    case 'key':
      return { ...at, [axis]: index, step: index };
    default:
      return { ...at, [axis]: index };
  }
}

/** Select one cell of one stage; the axes the stage does not have stay where they were. */
export function pick(at: Selection, stage: Stage, cell: Cell, sizes: Sizes): Selection {
  const moved = move(move(at, stage.cols, cell.col, sizes), stage.rows, cell.row, sizes);
  return { ...moved, stage: stage.name };
}

const clamp = (value: number, size: number) => Math.max(0, Math.min(value, size - 1));

/** The nearest selection that exists in a picture of these sizes. */
export function clampSelection(at: Selection, sizes: Sizes): Selection {
  const steps = axisSize('step', sizes);
  const stages = stagesOf(sizes);
  return {
    stage: stages.has(at.stage) ? at.stage : ([...stages.keys()].at(-1) as StageName),
    head: clamp(at.head, sizes.numHeads),
    step: clamp(at.step, steps),
    query: clamp(at.query, steps),
    key: clamp(at.key, axisSize('key', sizes)),
    input: clamp(at.input, sizes.numHiddens),
    feature: clamp(at.feature, headSize(sizes)),
    out: clamp(at.out, sizes.numHiddens),
  };
}
