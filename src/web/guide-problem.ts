import type { Problem } from '#platform/values/errors'
import { html, type Shown } from './guide-html.ts'
import type { GuidePage } from './guide-layout.ts'

/** The page for an error. */
export function problemPage({ status, code, message }: Problem, path: string): GuidePage {
  const { title, words } = told(status, code, message)
  return {
    title,
    description: title,
    path,
    isHidden: true,
    main: html`<section class="hero problem">
      <p class="status">${status}</p>
      <h1>${title}</h1>
      <p class="lead">${words}</p>
      <p class="actions">${status === 404 ? html`<a class="button" href="/">All festivals</a>` : html`<a class="button" href="${path}">Try again</a>`}</p>
    </section>`,
  }
}

const missing: Record<string, string> = {
  'Not found': 'There is no page at this address.',
  'Page not found': 'The list ends before this page.',
}

function told(
  status: number,
  code: string | undefined,
  message: string,
): { title: string; words: Shown } {
  if (status === 404) {
    return {
      title: 'Nothing here',
      words: missing[message] ?? 'This festival or artist does not exist, or no longer does.',
    }
  }
  if (code === 'closed') {
    return {
      title: 'The guide is closed',
      words: 'It is closed for now. Please come back later.',
    }
  }
  if (status >= 500) {
    return {
      title: 'Back in a moment',
      words:
        'The service does not answer right now. Your tickets are safe; please try again shortly.',
    }
  }
  return { title: 'Something went wrong', words: `${message}.` }
}
