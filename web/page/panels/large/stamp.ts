// One patch of the map on a canvas: a pixel for each cell, drawn as large as the view has it.
import type { Patch } from '../../model/large/patches';
import type { Viewport } from '../../model/large/viewport';
import type { Colours } from './colours';
import type { Look } from './painting';

/** A patch where the view has it; nothing where it is out of sight. */
export function stamp(context: CanvasRenderingContext2D, look: Look, view: Viewport, patch: Patch): void {
  const { scale } = view;
  const x = (patch.keys.from - view.key) * scale;
  const y = (patch.queries.from - view.query) * scale;
  const [width, height] = [(patch.keys.to - patch.keys.from) * scale, (patch.queries.to - patch.queries.from) * scale];
  const { side } = look.frame;
  if (x > side || y > side || x + width < 0 || y + height < 0) return;
  context.drawImage(imageOf(patch, look.colours), x, y, width, height);
}

// A pixel for each cell, painted once for each choice of colours.
const images = new WeakMap<Patch, { colours: Colours; image: HTMLCanvasElement }>();

function imageOf(patch: Patch, colours: Colours): HTMLCanvasElement {
  const known = images.get(patch);
  if (known?.colours === colours) return known.image;
  const image = known?.image ?? document.createElement('canvas');
  image.width = patch.cols;
  image.height = patch.rows;
  const context = image.getContext('2d');
  const pixels = context?.createImageData(patch.cols, patch.rows);
  if (context && pixels) {
    const bytes = new Uint32Array(pixels.data.buffer);
    // What is exactly 0 stays clear: the hatch under it shows.
    for (const [i, value] of patch.data.entries()) bytes[i] = value === 0 ? 0 : colours.pixel(value);
    context.putImageData(pixels, 0, 0);
  }
  images.set(patch, { colours, image });
  return image;
}
