// Runs before everything else, and says why the page did not open where it did not. In the JavaScript of 2015, so that
// old browsers can say so too; and no module, as those do not start from disk.
{
  // The smallest module with an instruction of SIMD in it.
  const simd = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ];

  /** @type {[name: string, test: () => unknown][]} */
  const needs = [
    ['JavaScript modules', () => 'noModule' in document.createElement('script')],
    ['custom elements', () => window.customElements],
    ['WebAssembly', () => WebAssembly.instantiate],
    ['WebAssembly SIMD', () => WebAssembly.validate(new Uint8Array(simd))],
    ['Array.prototype.at', () => Array.prototype.at],
    ['String.prototype.replaceAll', () => String.prototype.replaceAll],
    ['Object.hasOwn', () => Object.hasOwn],
    ['structuredClone', () => window.structuredClone],
    ['AbortSignal.prototype.throwIfAborted', () => AbortSignal.prototype.throwIfAborted],
  ];

  const lacks = (/** @type {() => unknown} */ test) => {
    try {
      return !test();
    } catch (_) {
      return true;
    }
  };

  const root = document.documentElement;
  const lacking = needs
    .filter(([, test]) => lacks(test))
    .map(([name]) => name)
    .join(', ');
  // Where the page opens all the same, it says so itself.
  if (lacking) root.setAttribute('data-lacking', lacking);

  /** @type {{ why: string, what: string, again: boolean } | undefined} */
  let reason;

  const reveal = () => root.classList.remove('opening');

  const again = () => {
    const button = document.createElement('button');
    button.className = 'act';
    button.textContent = 'Try again · 再试一次';
    button.onclick = () => location.reload();
    return button;
  };

  const show = () => {
    const words = document.getElementById('unopened');
    if (!words || !reason) return;
    reveal();
    for (const part of /** @type {HTMLElement[]} */ ([].slice.call(words.querySelectorAll('[data-why]'))))
      part.hidden = part.getAttribute('data-why') !== reason.why;
    for (const place of /** @type {HTMLElement[]} */ ([].slice.call(words.querySelectorAll('.what'))))
      place.textContent = reason.what;
    if (reason.again && !words.querySelector('button')) words.appendChild(again());
  };

  /** The first reason is the one that counts. */
  const because = (/** @type {string} */ why, /** @type {string} */ what, again = false) => {
    if (!reason) reason = { why, what, again };
    show();
  };

  const failed = (/** @type {string} */ why, /** @type {string} */ what) =>
    lacking ? because('lacking', lacking) : because(why, what, true);

  const onError = (/** @type {Event} */ event) => {
    const { target } = event;
    if (event instanceof ErrorEvent) failed('failed', event.message);
    else if (target instanceof HTMLScriptElement) failed('missing', target.src);
    else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      // The page works without its styles, and says itself that they are missing.
      if (document.getElementById('unopened')) root.setAttribute('data-unstyled', '');
      target.setAttribute('data-failed', '');
    }
  };

  if (location.protocol === 'file:') because('disk', '');
  else if (lacking.indexOf('JavaScript modules') === 0) because('lacking', lacking);

  root.classList.add('opening');
  addEventListener('error', onError, true);
  addEventListener('DOMContentLoaded', show);
  // By then a page that opens is open, or its files are slow.
  setTimeout(reveal, 4000);
}
