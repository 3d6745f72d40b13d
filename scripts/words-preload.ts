import type { PluginOption } from 'vite'

/**
 * Names in the guide's page what a first view loads beside its script: what this imports, and the words, one script for each language,
 * of which the server leaves that of the reader. So they arrive beside the script and not after it.
 */
export function preloadWords(): PluginOption {
  return {
    name: 'preload-words',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk }) => [
        ...(chunk?.imports ?? []).map((file) => script(file, {})),
        ...Object.values(bundle).flatMap((file) => {
          const id = 'facadeModuleId' in file ? (file.facadeModuleId ?? '') : ''
          const [, language] = /\/words\/(\w+)\/first\.ts$/.exec(id) ?? []
          return language === undefined ? [] : [script(file.fileName, { 'data-words': language })]
        }),
      ],
    },
  }
}

function script(file: string, more: Record<string, string>) {
  const attrs = { type: 'module', src: `/guide/${file}`, ...more }
  return { tag: 'script', attrs, injectTo: 'head' as const }
}
