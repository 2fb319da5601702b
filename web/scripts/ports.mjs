// npm run ports: tries the recipes for C++ package managers, with a local Conan cache and, where VCPKG_ROOT says where
// vcpkg is, with an overlay port. What the recipes depend on comes from the set-up's headers, so Conan Center is not asked.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runMain } from './failure.mjs';
import { at } from './paths.mjs';
import { run } from './run.mjs';
import { setUp } from './setup.mjs';

const conan = '2.34.0';
const headers = { xtl: '0.7.7', xtensor: '0.25.0', xsimd: '13.2.0' }; // as the set-up unpacks them

async function tryConan() {
  const venv = at('build/conan-venv');
  const tool = join(venv, 'bin/conan');
  if (!existsSync(tool)) {
    await run('Python environment', ['python3', '-m', 'venv', venv]);
    await run(`Conan ${conan}`, [join(venv, 'bin/pip'), 'install', '--quiet', `conan==${conan}`]);
  }
  const env = { CONAN_HOME: at('build/conan-home'), XATTENTION_HEADERS: at('.toolchain/usr/include') };
  await run('Conan profile', [tool, 'profile', 'detect', '--force'], env);
  await run('Conan remotes', [tool, 'remote', 'disable', '*'], env);
  for (const [name, version] of Object.entries(headers))
    await run(`Conan ${name}`, [tool, 'create', 'tests/ports/headers', '--name', name, '--version', version], env);
  for (const shared of ['False', 'True']) {
    const settings = ['-s', 'compiler.cppstd=20', '-o', `&:shared=${shared}`];
    await run(`Conan xattention, shared=${shared}`, [tool, 'create', 'src/toolchain/conan', ...settings], env);
  }
}

async function tryVcpkg() {
  const { VCPKG_ROOT } = process.env;
  if (!VCPKG_ROOT) return console.log('vcpkg: not tried, VCPKG_ROOT does not say where it is');
  const ports = `--overlay-ports=${at('src/toolchain/vcpkg')}`;
  const where = `--x-install-root=${at('build/vcpkg')}`;
  await run('vcpkg xattention', [join(VCPKG_ROOT, 'vcpkg'), 'install', 'xattention', '--classic', ports, where]);
}

await runMain(async () => {
  await setUp('test');
  await tryConan();
  await tryVcpkg();
});
