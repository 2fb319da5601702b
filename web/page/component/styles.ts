// The page's own style sheets for a shadow root, as constructed sheets: a policy of `style-src 'self'` lets them be, and
// the styles of a site stay out.
import base from '../css/base.css?inline';
import forced from '../css/forced-colours.css?inline';
import tokens from '../css/tokens.css?inline';
import figure from '../panels/figure/figure.css?inline';
import legend from '../panels/legend.css?inline';
import sentence from '../panels/sentence.css?inline';
import taken from '../panels/taken.css?inline';
import matrix from '../widgets/matrix.css?inline';
import own from './inspector.css?inline';

/**
 * What the page says of its root holds for the frame; its widgets have names of the inspector's own. Sites make their
 * root's text small to count with it: lengths grow with it only.
 */
const adopted = (css: string): string =>
  css
    .replaceAll(':root', '[data-theme]')
    .replaceAll(/\bx-(?=matrix|ribbons|crossing)/g, 'attention-inspector-')
    .replaceAll(/(?<![\w.-])(-?)([\d.]+)rem\b/g, (_, minus, rem) => `calc(${minus}${rem} * max(16px, 1rem))`);

export const styles: string = [tokens, base, matrix, sentence, taken, figure, legend, own, forced]
  .map(adopted)
  .join('\n');
