import { misspelt } from './misspelt.ts'
import { faultsIn } from './rules.ts'
import { BadSetting, type Setting } from './setting.ts'
import { type Config, settings } from './variables.ts'

/** Earlier names of variables, which still set them. */
const earlierNames: Record<string, string> = { RESPONSE_CACHE_MB: 'KEPT_ANSWERS_MB' }

/** Returns the text that an environment sets for a variable, also by its earlier name. */
export function settingIn(env: Record<string, string | undefined>, name: string) {
  return env[name] || env[earlierNames[name] ?? '']
}

/** The configuration is invalid: one line for each variable, with its rule. */
export class BadConfiguration extends Error {
  override name = 'BadConfiguration'
}

/**
 * Reads the environment. An empty variable counts as absent, and its earlier name is read instead.
 * @throws BadConfiguration naming every variable that is bad, unknown or missing
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults: string[] = misspelt(Object.keys(env), [
    ...Object.keys(settings),
    ...Object.values(earlierNames),
  ])
  const config: Record<string, unknown> = {}
  for (const [name, { parse, absent }] of Object.entries<Setting<unknown>>(settings)) {
    const value = settingIn(env, name) || absent
    try {
      config[name] = value === undefined ? undefined : parse(value)
    } catch (error) {
      if (!(error instanceof BadSetting)) throw error
      faults.push(`${name} ${error.message}`)
    }
  }
  faults.push(...faultsIn(config))
  if (faults.length > 0) throw new BadConfiguration(faults.join('\n'))
  return config as Config
}
