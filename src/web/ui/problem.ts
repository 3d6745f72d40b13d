import { guideWords as words } from '#common/words/guide-words'
import { pageLanguage } from '#common/words/locale'
import type { Problem } from '#platform/values/errors'
import type { GuidePage } from './layout.ts'
import { html, type Shown } from './markup.ts'

/** The page for an error. */
export function problemPage({ status, code, message }: Problem, path: string): GuidePage {
  const { title, text } = textOfProblem(status, code, message)
  return {
    title,
    description: title,
    path,
    isHidden: true,
    main: html`<section class="hero problem">
      <p class="status">${status}</p>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p class="actions">${status === 404 ? html`<a class="button" href="/">${words.allFestivals}</a>` : html`<a class="button" href="${path}">${words.again}</a>`}</p>
    </section>`,
  }
}

const missing = new Map([
  ['Not found', () => words.missingPage],
  ['Page not found', () => words.missingRest],
])

function textOfProblem(
  status: number,
  code: string | undefined,
  message: string,
): { title: string; text: Shown } {
  if (status === 404) {
    return {
      title: words.missing,
      text: missing.get(message)?.() ?? words.missingThing,
    }
  }
  if (code === 'closed') {
    return {
      title: words.guideClosed,
      text: words.guideClosedText,
    }
  }
  if (status >= 500) {
    return {
      title: words.down,
      text: words.downText,
    }
  }
  return { title: words.wrong, text: pageLanguage() === 'en' ? `${message}.` : words.wrongText }
}
