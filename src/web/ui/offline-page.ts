/** Pages stored in a browser, and the page that lists them. */

import { namedMoment } from '#common/words/guide-words'
import { offlineWords as words } from '#common/words/offline-words'
import type { GuidePage } from './layout.ts'
import { html, type Markup, type Shown } from './markup.ts'

const week = 7 * 86_400_000

/** A part of a stored page that is removed seven days after a festival's end. */
export function untilOver({ end_time }: { end_time: string }, part: Shown): Markup {
  const until = new Date(Date.parse(end_time) + week).toISOString()
  return html`<template data-until="${until}"></template>${part}<template data-end=""></template>`
}

export function asOf(now: Date, zone: string): Markup {
  return html`<p class="notice"><strong>${words.asOf(namedMoment(now.toISOString(), zone))}.</strong> ${words.keptNote}</p>`
}

/**
 * The script shows this if the browser can store pages. `hint`: a note for a tab of Safari, which forgets stored pages.
 */
export function offlineNotice(hint?: Markup): Markup {
  return html`<section class="keep" data-keep hidden><p class="quiet" role="status"></p>${hint && html`<p class="quiet" data-safari hidden>${hint}</p>`}<p class="actions"><button type="button">${words.keep}</button></p></section>`
}

/** Explains how to keep tickets where Safari forgets them. */
export const safariHint = (hasWallets: boolean): Markup =>
  html`${words.safari}${hasWallets && html` ${words.safariWallet}`}`

/** `/guide/offline` */
export function offlinePage(): GuidePage {
  return {
    title: words.title,
    description: words.title,
    path: '/guide/offline',
    isHidden: true,
    main: html`<section class="hero problem" data-offline>
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      <h2>${words.list}</h2>
      <ul id="kept"></ul>
      <p id="none" hidden>${words.nothing}</p>
    </section>`,
  }
}
