// What has to be known before anything else is read: what this browser lacks, and what did not arrive.
import { html, nothing, type TemplateResult } from 'lit';
import { noticeWords } from '../i18n/notices';
import { segments } from '../model/segments';
import type { View } from '../view';
import { missing } from './arrival';
import './notices.css';

export function notices({
  state: { language },
  picture: { asks, answers },
  act,
}: View): TemplateResult | typeof nothing {
  const t = noticeWords[language];
  const { lacking, unstyled } = document.documentElement.dataset; // found by first.js
  const unfetched = asks?.unfetched ?? answers?.unfetched;
  const said = [
    ...(unstyled === undefined
      ? []
      : [html`${t.unstyled} <button class="plain" @click=${reload}>${t.reload}</button>`]),
    ...(unfetched === undefined ? [] : [missing(language, { what: 'vectors', error: unfetched, again: act.again })]),
    ...(lacking ? [t.lacking(lacking)] : []),
    ...(segments.simple ? [t.simple('Intl.Segmenter')] : []),
  ];
  return said.length > 0
    ? html`<div class="notices" role="status">${said.map((notice) => html`<p>${notice}</p>`)}</div>`
    : nothing;
}

const reload = (): void => location.reload();
