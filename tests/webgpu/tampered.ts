// GPUs that are real but for one thing.

/** A GPU whose adapter is a real one but for some of its properties. */
export function gpuWith(real: GPU, properties: Partial<Record<keyof GPUAdapter, unknown>>): GPU {
  const requestAdapter = async () => {
    const adapter = (await real.requestAdapter()) as GPUAdapter;
    return new Proxy(adapter, {
      get(target, name) {
        if (name in properties) return properties[name as keyof GPUAdapter];
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return { requestAdapter } as unknown as GPU;
}

/** A real GPU, whose compiler reads something else than what it is given. */
export function miscompilingGpu(real: GPU, rewritten: (code: string) => string): GPU {
  const requestDevice = async (descriptor: GPUDeviceDescriptor) => {
    const adapter = (await real.requestAdapter()) as GPUAdapter;
    const device = await adapter.requestDevice(descriptor);
    const create = device.createShaderModule.bind(device);
    device.createShaderModule = (module) => create({ ...module, code: rewritten(module.code) });
    return device;
  };
  return gpuWith(real, { requestDevice });
}
