// The adapter that most tests run on: SwiftShader, which Debian's chromium brings along.
// Where it cannot be had, `gpu` is undefined and `reason` says why.

import { findGpu } from './vulkan.js';

export const { gpu, reason } = await findGpu({
  name: 'SwiftShader',
  icd: '/usr/lib/chromium/vk_swiftshader_icd.json',
  from: "Debian's chromium-common",
});
