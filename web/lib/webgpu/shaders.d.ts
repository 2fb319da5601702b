// Stands for shaders.js, which the build writes from shaders/*.wgsl into dist/lib/webgpu/ (web/scripts/shaders.mjs).

/** The text of each shader file, by its name without .wgsl. */
declare const shaders: Readonly<Record<string, string>>;
export default shaders;
