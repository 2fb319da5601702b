// Files of other kinds are named, in both languages, with what to do instead.
import { describe, expect, test } from 'vitest';
import { FileError } from '../../../web/page/files/errors.js';
import { refuseOtherKinds } from '../../../web/page/files/kinds.js';
import { faultIn } from '../../../web/page/i18n/faults.js';
import { join } from './bytes.js';

const zip = (...names: string[]) =>
  join('PK', [3, 4, 20, 0], new Uint8Array(20), ...names.flatMap((name) => [name, new Uint8Array(40)]));

function answer(file: string, bytes: Uint8Array): FileError {
  try {
    refuseOtherKinds(file, bytes);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('is named', () => {
  test.each<[string, Uint8Array, string]>([
    ['weights.npz', zip('arr_0.npy'), 'a zip or .npz archive: unpack it and bring the .npy files inside'],
    ['empty.zip', join('PK', [5, 6, 0, 0]), 'a zip or .npz archive'],
    ['table.xlsx', zip('[Content_Types].xml', 'xl/workbook.xml'), 'an .xlsx spreadsheet: save the sheet as CSV'],
    ['text.docx', zip('[Content_Types].xml', 'word/document.xml'), 'an Office document: it holds no arrays'],
    [
      'model.pt',
      zip('archive/data.pkl', 'archive/data/0'),
      'a PyTorch file (.pt, .bin), which runs code when it is read',
    ],
    ['model.bin', join([0x80, 2], 'cposix'), 'a Python pickle (.pkl, .pt, .bin)'],
    ['model.keras', zip('metadata.json', 'model.weights.h5'), 'a Keras model'],
    ['model.gguf', join('GGUF', [3, 0, 0, 0]), 'a GGUF model: its weights are quantised'],
    ['model.onnx', join([8, 7, 18, 7], 'pytorch'), 'an ONNX model: read it in Python'],
    ['model.h5', join([0x89], 'HDF\r\n', [26], '\n'), 'an HDF5 file'],
    ['model.tflite', join([28, 0, 0, 0], 'TFL3'), 'a TensorFlow Lite model'],
    ['table.parquet', join('PAR1', [21, 4]), 'a Parquet file'],
    ['table.arrow', join('ARROW1', [0, 0]), 'an Arrow or Feather file'],
    ['X.npy.gz', Uint8Array.of(0x1f, 0x8b, 8, 0), 'a gzip archive: unpack it'],
    ['all.tar', join('X.npy', new Uint8Array(252), 'ustar'), 'a tar archive: unpack it'],
    ['old.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), 'an .xls spreadsheet: save the sheet as CSV'],
    ['old.mat', join('MATLAB 5.0 MAT-file'), 'a MATLAB file'],
    ['map.png', join([0x89], 'PNG\r\n'), 'a PNG picture: it holds no arrays'],
    ['map.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'a JPEG picture'],
    ['paper.pdf', join('%PDF-1.7'), 'a PDF: it holds no arrays'],
    ['map.svg', join('<svg xmlns="http://www.w3.org/2000/svg">'), 'an SVG picture'],
    ['model.safetensors', join('version https://git-lfs.github.com/spec/v1\n'), 'a pointer of Git LFS: fetch the file'],
    ['X.npy', join('\n<!DOCTYPE html><html>'), 'a web page: download the file itself'],
    ['utf32.csv', Uint8Array.of(0xff, 0xfe, 0, 0, 0x31, 0, 0, 0), 'text in UTF-32: save it as UTF-8'],
  ])('%s', (file, bytes, got) => {
    const { where, expected, got: said } = answer(file, bytes);
    expect(said).toContain(got);
    const chinese = faultIn('zh', { where, expected, got: said });
    // What is left in Latin letters is a name.
    expect(
      chinese.replaceAll(
        /\.\w+|[A-Z][A-Za-z\d]*(?: [A-Z]\w+)*|\b(?:npz|zip|gzip|tar|pickle|numpy|npy|git lfs pull|safetensors|or)\b/g,
        '',
      ),
    ).not.toMatch(/[a-z]{3}/);
  });
});

test.each(['0.5,1', '{"X": [[1]]}', '[1]', 'PK,1', 'the cat', '', 'BZ'])('%j is none of them', (text) => {
  expect(() => refuseOtherKinds('a.csv', join(text))).not.toThrow();
});
