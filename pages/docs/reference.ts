import { keepMending } from './mends.ts'
import look from './reference.css?inline'
import { withTokens } from './tokens.ts'

/** The parts we use of the reference's script, which is loaded unchanged from its package. */
type Scalar = {
  createApiReference(place: string, settings: object): unknown
}
declare global {
  interface Window {
    Scalar?: Scalar
  }
}

/** Loads the reference and shows it. */
export async function showReference(): Promise<void> {
  const { createApiReference } = await load()
  createApiReference('#reference', settings)
  keepMending()
}

/** No request goes to another host: no fonts, no telemetry, no assistant, no proxy. */
const settings = {
  url: '/openapi.json',
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
