// Turns what people do into the next state, asks the core for its numbers, and keeps the address in step.
import type { AsyncEngine, Engine } from 'xattention';
import { announce } from './announce';
import { NotArrived } from './browser/arrivals';
import { readOneNumber } from './files/written';
import { dictionaries } from './i18n';
import { edited, paintedWith } from './model/edits';
import { blankPicture, compared, draw, fetchAhead } from './model/picture';
import { exampleOf, experimentAt } from './model/prepared';
import { clampSelection } from './model/selection';
import { sentencesIn } from './model/sentences';
import { type Step, stageOfStep, stagesOf, steps } from './model/stages';
import { changed, inLanguage, inputsOf, limits, opening, type State, sameInputs, startIn } from './model/state';
import { Store } from './model/store';
import { tokenNames } from './model/tokens';
import type { Actions, Model, Problem, View } from './view';

const stageTime = 1600;
const oneGesture = 700;
const mostUndone = 100;

export function initialModel(state: State, width: number, dark: boolean): Model {
  return {
    state,
    picture: blankPicture(inputsOf(state)),
    computing: false,
    problem: null,
    draft: null,
    past: [],
    future: [],
    brush: false,
    hover: null,
    playing: false,
    keysOpen: false,
    fanned: false,
    listOpen: false,
    announcement: '',
    core: null,
    yours: null,
    showing: null,
    width,
    dark,
    printing: false,
  };
}

/** What the page is drawn on: a screen, or paper as wide as it leaves between its margins. */
function surfaceOf({ state, dark, printing, width }: Model): Pick<View, 'scheme' | 'wide' | 'width'> {
  if (printing) return { scheme: 'light', wide: false, width: 680 };
  const scheme = state.theme === 'auto' ? (dark ? 'dark' : 'light') : state.theme;
  return { scheme, wide: width >= 1200, width };
}

/** Everything derived from a model; computed once per drawing. */
export function viewOf(model: Model, act: Actions): View {
  const { state, picture } = model;
  const selected = clampSelection(state.at, picture);
  const at = model.hover ? clampSelection(model.hover, picture) : selected;
  return {
    ...model,
    t: dictionaries[state.language],
    example: exampleOf(state.example),
    act,
    ...surfaceOf(model),
    at,
    selected,
    step: stagesOf(picture).get(selected.stage)?.step ?? 'match',
    names: tokenNames(picture.inputs.tokens),
    keyNames: tokenNames(picture.inputs.keyTokens),
  };
}

function refusal(text: string, { split }: State): Problem | null {
  if (text.length > limits.characters) return { kind: 'characters', limit: limits.characters, count: text.length };
  const sentences = sentencesIn(text, split);
  const { length: count } = sentences;
  if (count > limits.sentences) return { kind: 'sentences', limit: limits.sentences, count };
  const tokens = sentences[0]?.length ?? 0;
  return tokens > limits.tokens ? { kind: 'tokens', limit: limits.tokens, count: tokens } : null;
}

/** A number that can be set, or why the text is none. */
function read(text: string): number | 'number' | 'magnitude' {
  const value = readOneNumber(text);
  if (value === undefined) return 'number';
  return Math.abs(value) <= limits.magnitude ? value : 'magnitude';
}

/** What was refused of a number is of no use once other numbers stand there. */
const withoutNumber = (problem: Problem | null): Problem | null => (problem && 'stage' in problem ? null : problem);

export class App {
  readonly store: Store<Model>;
  readonly actions: Actions;
  #near: Engine | undefined;
  #loadNear: (() => Promise<Engine>) | undefined;
  readonly #load: () => Promise<AsyncEngine>;
  #ticket = 0;
  #lastKind = '';
  #lastTime = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /**
   * @param load - brings the core, in a thread of its own
   * @param loadNear - brings a core of this thread, where a picture is computed in less time than messages take to
   *   another and back; asked for when something is changed, so that the first view need not wait for its bytes
   */
  constructor(model: Model, load: () => Promise<AsyncEngine>, loadNear: () => Promise<Engine>) {
    this.store = new Store(model);
    this.#load = load;
    this.#loadNear = loadNear;
    this.actions = this.#makeActions();
  }

  /** Numbers appear as soon as the engine is there. */
  async start(): Promise<void> {
    const loading = this.#load();
    fetchAhead(inputsOf(this.store.value.state));
    try {
      this.store.set({ core: await loading });
      await this.#compute();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Where it cannot be had, everything is asked of the other thread, as before. */
  #bringNear(): void {
    const { core } = this.store.value;
    if (!core || !this.#loadNear) return;
    this.#loadNear().then(
      (near) => {
        this.#near = near;
      },
      () => {},
    );
    this.#loadNear = undefined;
  }

  /** The address was changed by hand, or by going back. */
  restore(state: State): void {
    this.store.set({ draft: null, problem: null, yours: null, showing: null });
    this.#setState(state);
  }

  /** @param undone - how it can be undone; told together, it is drawn once */
  async #setState(state: State, undone: Partial<Pick<Model, 'past' | 'future'>> = {}): Promise<void> {
    const before = this.store.value.state;
    const computing = !sameInputs(inputsOf(before), inputsOf(state));
    const problem = computing ? withoutNumber(this.store.value.problem) : this.store.value.problem;
    this.store.set({ state, ...undone, hover: null, problem, ...(computing && { computing }) });
    if (!computing) return;
    this.#bringNear();
    await this.#compute();
  }

  /** A change that can be undone. Those of one kind in quick succession, as of a slider, are undone as one. */
  async #change(patch: Partial<State>): Promise<void> {
    const { state, past } = this.store.value;
    const next = changed(state, patch);
    const kind = Object.keys(patch).join();
    const now = performance.now();
    const goesOn = kind === this.#lastKind && now - this.#lastTime < oneGesture;
    // A space at the end makes no token, and yet is written.
    const isWritten = next.text !== state.text || next.source !== state.source;
    const isSame = !isWritten && sameInputs(inputsOf(state), inputsOf(next));
    if (!isSame) [this.#lastKind, this.#lastTime] = [kind, now];
    await this.#setState(next, isSame || goesOn ? {} : { past: [...past, state].slice(-mostUndone), future: [] });
  }

  /** Goes one state back or forth; language, theme and lesson stay as they are. */
  #travel(from: 'past' | 'future'): void {
    const { state, past, future } = this.store.value;
    const { language, theme, section } = state;
    const to = (from === 'past' ? past : future).at(-1);
    if (!to) return;
    this.#lastKind = '';
    this.store.set(
      from === 'past'
        ? { past: past.slice(0, -1), future: [...future, state] }
        : { past: [...past, state], future: future.slice(0, -1) },
    );
    this.store.set({ draft: null, problem: null });
    this.#setState({ ...to, language, theme, section });
  }

  async #compute(): Promise<void> {
    const inputs = inputsOf(this.store.value.state);
    // The last edit wins: a result that arrives after a newer edit is dropped.
    this.#ticket += 1;
    const ticket = this.#ticket;
    const { core } = this.store.value;
    if (!core) {
      this.store.set({ picture: blankPicture(inputs), computing: false });
      return;
    }
    try {
      const picture = await draw(this.#near ?? core, inputs);
      if (ticket !== this.#ticket) return;
      this.store.set({
        picture: compared(picture, this.store.value.picture),
        computing: false,
        problem: this.#withoutFailure(),
      });
    } catch (error) {
      if (ticket === this.#ticket) this.#fail(error);
    }
  }

  #withoutFailure(): Problem | null {
    const { problem } = this.store.value;
    return problem?.kind === 'engine' || problem?.kind === 'missing' ? null : problem;
  }

  #fail(error: unknown): void {
    const kind = error instanceof NotArrived ? 'missing' : 'engine';
    this.store.set({ computing: false, problem: { kind, error } });
  }

  #makeActions(): Actions {
    const { store } = this;
    const stop = () => {
      clearInterval(this.#timer);
      if (store.value.playing) store.set({ playing: false });
    };
    const change = (patch: Partial<State>) => {
      stop();
      return this.#change(patch);
    };
    const goTo = (step: Step) => {
      const { state, picture } = store.value;
      const stage = stageOfStep(step, picture);
      if (stage) this.#setState({ ...state, at: { ...clampSelection(state.at, picture), stage: stage.name } });
    };
    const step = (by: -1 | 1) => {
      const { state, picture } = store.value;
      const present = steps.filter((name) => stageOfStep(name, picture));
      const now = stagesOf(picture).get(clampSelection(state.at, picture).stage)?.step ?? 'match';
      const next = present[present.indexOf(now) + by];
      if (next) goTo(next);
      return next !== undefined;
    };
    return {
      change,
      write: (field, text) => {
        const { state } = store.value;
        const problem = refusal(text, state);
        store.set({ problem, draft: problem ? { field, text } : null });
        if (!problem) change({ [field]: text });
      },
      edit: (stage, index, text) => {
        const value = text === null ? null : read(text);
        const next = typeof value === 'string' ? [] : edited(store.value.state.edits, stage, index, value);
        const kind = typeof value === 'string' ? value : next.length > limits.edits ? 'edits' : null;
        store.set({ problem: kind && { kind, stage, index, text: text ?? '' } });
        if (!kind) change({ edits: next });
        return !kind;
      },
      giveUp: () => store.set({ problem: withoutNumber(store.value.problem) }),
      again: () => void (store.value.core ? this.#compute() : this.start()),
      bring: (given) => {
        const at = startIn(given.tokens, given.kind === 'QKV' ? given.keys : undefined);
        change({ ...opening(null, store.value.state), given, at });
      },
      paint: (pairs, forbid) => change({ painted: paintedWith(store.value.state.painted, pairs, forbid) }),
      tryOut: async (on) => {
        const { state } = store.value;
        const example = exampleOf(state.example);
        if (!example?.experiment) return;
        const { sentence } = example.experiment;
        const at = experimentAt(example, state.at);
        // Where another sentence is shown, the one it is about comes first: what changes is seen against its numbers.
        if (sentence !== state.sentence) await this.#setState({ ...state, sentence, tried: !on, at });
        change({ tried: on, at });
      },
      toggleBrush: () => store.set({ brush: !store.value.brush }),
      undo: () => {
        stop();
        // A text that was refused is the last thing that was done.
        if (store.value.draft) store.set({ draft: null, problem: null });
        else this.#travel('past');
      },
      redo: () => {
        stop();
        this.#travel('future');
      },
      choose: (example, sentence) => {
        store.set({ draft: null, problem: null, listOpen: false });
        change(opening(example, store.value.state, sentence));
      },
      select: (at, speak = false) => {
        stop();
        this.#setState({ ...store.value.state, at });
        if (speak) store.set({ announcement: announce(viewOf(store.value, this.actions)) });
      },
      peek: (hover) => store.set({ hover }),
      goTo: (name) => {
        stop();
        goTo(name);
      },
      step: (by) => {
        stop();
        step(by);
      },
      play: () => {
        if (store.value.playing) return stop();
        store.set({ playing: true });
        this.#timer = setInterval(() => {
          if (!step(1)) stop();
        }, stageTime);
      },
      load: (section, patch) => {
        const { state } = store.value;
        // Laid over what was there before the lesson, so that one section leaves nothing behind for the next.
        const yours = store.value.yours ?? state;
        store.set({ draft: null, problem: null, yours, showing: section });
        return change({ ...yours, language: state.language, theme: state.theme, ...patch, section });
      },
      back: () => {
        const { yours, state } = store.value;
        if (!yours) return;
        stop();
        store.set({ draft: null, problem: null, yours: null, showing: null });
        this.#setState({ ...yours, language: state.language, theme: state.theme, section: state.section });
      },
      readSection: (section) => change({ section }),
      setHead: (head) => change({ at: { ...store.value.state.at, head } }),
      setLanguage: (language) => this.#setState(inLanguage(store.value.state, language)),
      setTheme: (theme) => this.#setState({ ...store.value.state, theme }),
      toggleFan: () => store.set({ fanned: !store.value.fanned }),
      toggleKeys: () => store.set({ keysOpen: !store.value.keysOpen }),
      toggleList: () => store.set({ listOpen: !store.value.listOpen }),
    };
  }
}
