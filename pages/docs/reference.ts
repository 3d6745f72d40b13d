import { type Document, withOptionalOff } from './document.ts'
import { applyFixes } from './mends.ts'
import look from './reference.css?inline'
import { onTokens, tokens, withTokens } from './tokens.ts'

/** The parts we use of the reference's script, which is loaded unchanged from its package. */
type Scalar = {
  createApiReference(
    place: string,
    settings: object,
  ): { updateConfiguration(settings: object): void }
}
declare global {
  interface Window {
    Scalar?: Scalar
  }
}

/** Loads the reference and shows it, with the guides before the operations and the tokens in its examples. */
export async function showReference(): Promise<void> {
  const [{ createApiReference }, { default: guides }, response] = await Promise.all([
    load(),
    import('./guides.md?raw'),
    fetch('/openapi.json'),
  ])
  const document: Document = await response.json()
  const description = guides.replaceAll('https://festival.example', location.origin)
  const content = { ...withOptionalOff(document), info: { ...document.info, description } }
  const configured = () => ({ ...settings, content, authentication: authentication() })
  const reference = createApiReference('#reference', configured())
  onTokens(() => reference.updateConfiguration(configured()))
  applyFixes()
}

/** Returns the current tokens, which the examples show in place of a placeholder. */
function authentication() {
  const { client, user } = tokens
  return { securitySchemes: { client: { value: client ?? '' }, user: { value: user ?? '' } } }
}

/** No request goes to another host: no fonts, no telemetry, no assistant, no proxy. */
const settings = {
  customFetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(withTokens(new Request(input, init))),
  persistAuth: false,
  theme: 'none',
  customCss: look,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  orderSchemaPropertiesBy: 'preserve',
  onLoaded: () => document.getElementById('waiting')?.remove(),
  setPageTitle: ({ title }: { title: string }) => `${title} · Festival API reference`,
}

function load(): Promise<Scalar> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = import.meta.env['REFERENCE']
    script.addEventListener('load', () => {
      if (window.Scalar) resolve(window.Scalar)
      else reject(new Error('The script holds no reference'))
    })
    script.addEventListener('error', () => reject(new Error('The script did not arrive')))
    document.head.append(script)
  })
}
