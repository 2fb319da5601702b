// §20: the chain on one line, each link of it leading back to where it was explained.
import { html, nothing, type TemplateResult } from 'lit';
import type { Language } from '../../model/state';
import './chain-line.css';

interface Link {
  symbol: TemplateResult;
  section: number;
  text: Record<Language, string>;
}

const links: readonly Link[] = [
  { symbol: html`<i>X</i>`, section: 3, text: { en: 'a row for each token', zh: '每个词元一行' } },
  {
    symbol: html`<i class="q">Q</i> <i class="k">K</i> <i class="v">V</i>`,
    section: 4,
    text: { en: 'three projections of it', zh: '它的三次投影' },
  },
  {
    symbol: html`<i class="q">Q</i><i class="k">K</i>ᵀ`,
    section: 8,
    text: { en: 'every pair compared', zh: '每一对都比过' },
  },
  { symbol: html`÷ √<i>d</i>`, section: 9, text: { en: 'kept in range', zh: '缩到合适的范围' } },
  { symbol: html`masked`, section: 10, text: { en: 'padding taken out', zh: '屏蔽填充' } },
  { symbol: html`<span class="t">softmax</span>`, section: 10, text: { en: 'rows become shares', zh: '每行变成份额' } },
  { symbol: html`· <i class="v">V</i>`, section: 11, text: { en: 'values gathered', zh: '汇总各个值' } },
  { symbol: html`output`, section: 12, text: { en: 'the tokens in context', zh: '上下文化的词元' } },
];

export const chainLine = (language: Language): TemplateResult => html`<ol class="chain-line">
  ${links.map(
    ({ symbol, section, text }, i) => html`<li>
      ${i > 0 ? html`<span class="arrow" aria-hidden="true">→</span>` : nothing}
      <a href="#s${section}"><span class="symbol" translate="no">${symbol}</span><small><span class="about">${text[language]}</span> <span class="where">§${section}</span></small></a>
    </li>`,
  )}
</ol>`;
