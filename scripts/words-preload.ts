import { fileURLToPath } from 'node:url'
import type { PluginOption } from 'vite'
import { languageCodes } from '../src/platform/values/reader-languages.ts'

const parts = ['public', 'shop', 'account']
const fileOf = (language: string, part: string) =>
  fileURLToPath(new URL(`../common/words/${language}/${part}.ts`, import.meta.url))

/**
 * Names in the guide's page what a first view loads beside its script: what this imports, and the words, one script for each language,
 * of which the server leaves that of the reader. So they arrive beside the script and not after it. The words of the shop and of the account
 * are named there too, so that the page's script does not grow with each language.
 */
export function preloadWords(): PluginOption {
  return {
    name: 'preload-words',
    buildStart() {
      for (const language of languageCodes) {
        for (const name of parts)
          this.emitFile({
            type: 'chunk',
            id: fileOf(language, name),
            name,
            preserveSignature: 'strict',
          })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {}, chunk }) => {
        const built = new Map(
          Object.values(bundle).flatMap((file) =>
            'facadeModuleId' in file && file.facadeModuleId
              ? [[file.facadeModuleId, `/guide/${file.fileName}`]]
              : [],
          ),
        )
        const addressOf = (language: string, part: string) => {
          const address = built.get(fileOf(language, part))
          if (address === undefined)
            throw new Error(`The ${part} words of ${language} are not built`)
          return address
        }
        return [
          ...(chunk?.imports ?? []).map((file) => script(`/guide/${file}`, {})),
          ...languageCodes.map((language) =>
            script(addressOf(language, 'public'), {
              'data-words': language,
              'data-shop-words': addressOf(language, 'shop'),
              'data-account-words': addressOf(language, 'account'),
            }),
          ),
        ]
      },
    },
  }
}

function script(src: string, more: Record<string, string>) {
  return { tag: 'script', attrs: { type: 'module', src, ...more }, injectTo: 'head' as const }
}
