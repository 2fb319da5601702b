export const openNative = () => {
  throw new Error('not built');
};
export const openPyTorch = () => {
  throw new Error('not there');
};
