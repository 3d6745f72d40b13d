/** Fills in the parts of a text that need a script: the service's own address in its examples, and copy buttons. */
const example = /https:\/\/festival\.example|(?:http:\/\/)?localhost:3000/g
const narrow = matchMedia('(width < 1000px)')

const contents = document.querySelector<HTMLDetailsElement>('.contents')
// Beside the text the contents are always shown; above it they would fill a screen of their own.
if (contents) contents.open = !narrow.matches

for (const figure of document.querySelectorAll('figure.code')) {
  const code = figure.querySelector('code')
  if (!code) continue
  code.textContent = code.textContent.replaceAll(example, location.origin)
  figure.querySelector('figcaption')?.append(copyButton(code))
}

// The contract was one page: an old address such as `/docs/contract#45-the-map` goes on to the page of that section.
const [number] = /^#\d+-/.exec(location.hash) ?? []
if (number && location.pathname === '/docs/contract') {
  const section = document.querySelector<HTMLAnchorElement>(`main a[href*="${number}"]`)
  if (section) location.replace(section.href)
}

const scrolling = document.querySelectorAll<HTMLElement>('.scrolls')
const reach = () => {
  for (const box of scrolling) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}
new ResizeObserver(reach).observe(document.body)

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  const copy = async () => {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  }
  button.addEventListener('click', () => void copy())
  return button
}
