type Mend = [selector: string, mend: (element: Element) => void]

/** Fixes for screen readers and keyboards that the reference lacks. A fix may be applied repeatedly. */
const mends: Mend[] = [
  ['.scalar-app button[class*="copy-button"]', nameCopying],
  ['.scalar-app button[role="none"], .scalar-app button[role="alert"]', without('role')],
  [
    '.scalar-app [role="combobox"]:not([aria-expanded])',
    (field) => field.setAttribute('aria-expanded', 'false'),
  ],
  ['.scalar-app [role="combobox"]:not([aria-label])', labelled('Value')],
  ['.scalar-app .cm-content[role="textbox"]:not([aria-label])', labelled('Content')],
  ['.scalar-app .show-more[aria-label]', without('aria-label')],
  ['.scalar-app code.custom-scroll:not([tabindex])', (code) => code.setAttribute('tabindex', '0')],
  ['.scalar-app header:not([role])', nameContents],
  ['[role="dialog"] section[aria-label^="Notifications"]', labelled('Messages of the request')],
  // Our own sign-in box is used: a second one would stay empty.
  ['.scalar-app section[aria-labelledby]:not([data-seen])', hideAuthentication],
]

/** Applies the fixes to the page and to elements added later. */
export function applyFixes(): void {
  let isAsked = false
  const ask = () => {
    leaveBehind()
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      for (const [selector, mend] of mends) document.querySelectorAll(selector).forEach(mend)
    })
  }
  const what = { childList: true, subtree: true, attributeFilter: ['class', 'style'] }
  new MutationObserver(ask).observe(document.body, what)
  document.addEventListener('transitionend', ask)
  document.addEventListener('focusin', rememberFocus)
  ask()
}

let cameFrom: HTMLElement | null = null

/** Makes everything behind an open request inert, and leaves only one main part; closing the request restores both. */
function leaveBehind(): void {
  const request = document.querySelector('[role="dialog"][aria-modal="true"]')
  const isOpen = request?.checkVisibility({ visibilityProperty: true }) === true
  const part = document.querySelector<HTMLElement>('main.references-rendered')
  if (!part || part.inert === isOpen) return
  part.inert = isOpen
  if (!isOpen && document.activeElement === document.body) cameFrom?.focus()
}

function rememberFocus({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && target.closest('main.references-rendered')) cameFrom = target
}

/** The page's banner is ours: this one, on narrow screens, opens the list of contents. */
function nameContents(header: Element): void {
  header.setAttribute('role', 'group')
  header.parentElement?.setAttribute('role', 'navigation')
  header.parentElement?.setAttribute('aria-label', 'Contents')
}

function nameCopying(button: Element): void {
  // Its own label is shown only on hover.
  const words = [...button.querySelectorAll('*')]
    .filter(({ childElementCount }) => childElementCount === 0)
    .map(({ textContent }) => textContent.trim())
    .filter((word) => word !== '')
  button.setAttribute('aria-label', words.join(' ') || 'Copy')
  const target = button.getAttribute('aria-controls') ?? ''
  if (!document.getElementById(target)) button.removeAttribute('aria-controls')
}

function labelled(name: string) {
  return (element: Element) => element.setAttribute('aria-label', name)
}

function without(attribute: string) {
  return (element: Element) => element.removeAttribute(attribute)
}

function hideAuthentication(section: Element): void {
  section.toggleAttribute('data-seen', true)
  const isIt = section.querySelector('h2')?.textContent.trim() === 'Authentication'
  section.parentElement?.toggleAttribute('data-replaced', isIt)
}
