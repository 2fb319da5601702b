// The shaders, each from the files it is made of to the pipeline that runs it.

import shaders from './shaders.js';

/** A uniform block, or a storage buffer that is read, or written. */
export type BindingKind = 'uniform' | 'read' | 'write';

export interface Program {
  /** Its own file. */
  name: string;
  /** The files before it, whose functions it calls. */
  files: readonly string[];
  /** What is bound to 0, 1, 2 … */
  bindings: readonly BindingKind[];
  /** An extension of the language that its files need. */
  enable?: 'f16';
}

const masked = ['uniform', 'uniform', 'read', 'read'] as const;
const product = ['uniform', 'read', 'read', 'read', 'write'] as const;

export const programs = {
  projection: { name: 'projection', files: ['grid', 'parameters'], bindings: product },
  projectionOfHalves: { name: 'projection', files: ['grid', 'parameters_f16'], bindings: product, enable: 'f16' },
  attention: {
    name: 'attention',
    files: ['grid', 'floats', 'dropout', 'mask', 'told', 'exchange'],
    bindings: [...masked, 'read', 'read', 'read', 'write'],
  },
  scores: { name: 'scores', files: ['grid'], bindings: ['uniform', 'read', 'read', 'write'] },
  additiveScores: {
    name: 'additive_scores',
    files: ['grid', 'floats'],
    bindings: product,
  },
  scaled: { name: 'scaled', files: ['grid', 'floats'], bindings: ['uniform', 'read', 'write'] },
  masked: { name: 'masked', files: ['grid', 'floats', 'mask'], bindings: [...masked, 'read', 'write'] },
  softmax: { name: 'softmax', files: ['grid', 'floats'], bindings: ['uniform', 'read', 'write'] },
  softmaxShort: { name: 'softmax_short', files: ['grid', 'floats'], bindings: ['uniform', 'read', 'write'] },
  dropped: { name: 'dropped', files: ['grid', 'dropout'], bindings: ['uniform', 'read', 'write'] },
  weightedSum: {
    name: 'weighted_sum',
    files: ['grid', 'floats'],
    bindings: product,
  },
  repack: { name: 'repack', files: ['grid'], bindings: ['uniform', 'read', 'write'] },
  summary: { name: 'summary', files: ['grid', 'floats'], bindings: ['uniform', 'read', 'read', 'write'] },
  map: { name: 'map', files: ['grid', 'floats'], bindings: ['uniform', 'read', 'write'] },
} satisfies Record<string, Program>;

/** Compiles programs, each variant of each once. */
export class Pipelines {
  /** Whether the device has float16: parameters that it holds exactly are then kept in it. */
  float16 = false;
  /**
   * So many threads next to each other are of one subgroup, a power of two up to 8. Where it is said, a file whose name
   * ends in `_subgroups` stands in for the one without; undefined, subgroups are not used.
   */
  subgroup: number | undefined;
  readonly #device: GPUDevice;
  readonly #made = new Map<string, GPUComputePipeline>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** @param constants - sizes that are constants of the shader, as they decide how many registers it takes */
  of(program: Program, constants: Readonly<Record<string, number>> = {}): GPUComputePipeline {
    const files = [...program.files, program.name].map((file) => this.#variantOf(file));
    const subgroup = files.some(isOfSubgroups) ? this.subgroup : undefined;
    const { enable } = program;
    const features = [...(subgroup ? [`subgroups of ${subgroup}`] : []), ...(enable ? [enable] : [])];
    const label = [program.name, ...Object.values(constants), ...features].join(' ');
    const made = this.#made.get(label);
    if (made) return made;
    const declarations = Object.entries({ ...constants, ...(subgroup && { SUBGROUP: subgroup }) }).map(
      ([name, value]) => `const ${name} = ${value}u;\n`,
    );
    // Before everything else.
    const enabled = [...(subgroup ? ['enable subgroups;\n'] : []), ...(enable ? [`enable ${enable};\n`] : [])];
    const code = [...enabled, ...declarations, ...files.map((file) => shaders[file] ?? '')].join('\n');
    const layout = this.#device.createBindGroupLayout({
      label,
      entries: program.bindings.map((kind, binding) => ({
        binding,
        visibility: COMPUTE,
        buffer: { type: kind === 'uniform' ? 'uniform' : kind === 'read' ? 'read-only-storage' : 'storage' },
      })),
    });
    const pipeline = this.#device.createComputePipeline({
      label,
      layout: this.#device.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
      compute: { module: this.#device.createShaderModule({ label, code }), entryPoint: 'main' },
    });
    this.#made.set(label, pipeline);
    return pipeline;
  }

  #variantOf(file: string): string {
    const other = `${file}_subgroups`;
    return this.subgroup !== undefined && other in shaders ? other : file;
  }
}

function isOfSubgroups(file: string): boolean {
  return file.endsWith('_subgroups');
}

/** GPUShaderStage.COMPUTE, which is a global of browsers and not of Node. */
const COMPUTE = 0x4;
