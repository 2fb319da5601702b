// Kinds of files that are not read, and what to do instead, in Chinese. `files/kinds.ts` says them in English.

const kinds: Readonly<Record<string, string>> = {
  'an .xlsx spreadsheet': '.xlsx 表格',
  'an .xls spreadsheet': '.xls 表格',
  'an .ods spreadsheet': '.ods 表格',
  'a PyTorch file (.pt, .bin), which runs code when it is read': 'PyTorch 文件（.pt、.bin），读取时会执行其中的代码',
  'a Python pickle (.pkl, .pt, .bin), which runs code when it is read':
    'Python 的 pickle 文件（.pkl、.pt、.bin），读取时会执行其中的代码',
  'a Keras model': 'Keras 模型',
  'an Office document': 'Office 文档',
  'a zip or .npz archive': '压缩包（zip 或 .npz）',
  'a gzip archive': 'gzip 压缩包',
  'a bzip2 archive': 'bzip2 压缩包',
  'an xz archive': 'xz 压缩包',
  'a Zstandard archive': 'Zstandard 压缩包',
  'a 7z archive': '7z 压缩包',
  'a RAR archive': 'RAR 压缩包',
  'a tar archive': 'tar 归档',
  'a GGUF model': 'GGUF 模型',
  'a GGML model': 'GGML 模型',
  'an ONNX model': 'ONNX 模型',
  'a TensorFlow Lite model': 'TensorFlow Lite 模型',
  'an HDF5 file (.h5, .hdf5, .mat)': 'HDF5 文件（.h5、.hdf5、.mat）',
  'a Parquet file': 'Parquet 文件',
  'an Arrow or Feather file': 'Arrow 或 Feather 文件',
  'a MATLAB file': 'MATLAB 文件',
  'an SQLite database': 'SQLite 数据库',
  'an R file': 'R 文件',
  'a PDF': 'PDF',
  'a PNG picture': 'PNG 图片',
  'a JPEG picture': 'JPEG 图片',
  'a GIF picture': 'GIF 图片',
  'a TIFF picture': 'TIFF 图片',
  'an SVG picture': 'SVG 图片',
  'a WebP picture, a sound or a film': 'WebP 图片、声音或影片',
  'a sound': '声音',
  'a film': '影片',
  'a WebAssembly module': 'WebAssembly 模块',
  'a pointer of Git LFS': 'Git LFS 的指针',
  'a web page': '网页',
  XML: 'XML',
  'text in UTF-32': 'UTF-32 编码的文本',
};

const advice: Readonly<Record<string, string>> = {
  'unpack it and bring what is inside': '请解压，再带来里面的文件',
  'unpack it and bring the .npy files inside': '请解压，再带来里面的 .npy 文件',
  'read it in Python and save the arrays with numpy.save or safetensors':
    '请在 Python 里读取，再用 numpy.save 或 safetensors 保存其中的数组',
  'save the sheet as CSV': '请把工作表另存为 CSV',
  'it holds no arrays': '里面没有数组',
  'its weights are quantised: bring the .safetensors it was made from':
    '它的权重是量化过的：请带来转换之前的 .safetensors',
  'save it as UTF-8': '请另存为 UTF-8',
  'fetch the file itself, with git lfs pull': '请用 git lfs pull 取回文件本身',
  'download the file itself': '请下载文件本身',
};

/** As it was said, where it is neither. */
export function kindInChinese(phrase: string): string {
  const kind = Object.keys(kinds).find((name) => phrase.startsWith(`${name}: `));
  if (kind === undefined) return phrase;
  const todo = phrase.slice(kind.length + 2);
  return `${kinds[kind]}：${advice[todo] ?? todo}`;
}
