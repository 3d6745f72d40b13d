import type { Command } from 'commander'
import { BadConfiguration, readConfig, settingIn } from '#platform/config/read'
import type { Setting } from '#platform/config/setting'
import { type Config, settings } from '#platform/config/variables'
import { warningsOf } from '#platform/config/warnings'
import { plural, print } from '../terminal/output.ts'

type Env = Record<string, string | undefined>

export type Variable = {
  name: string
  /** the value in effect; null if absent or secret */
  value: string | null
  is_set: boolean
  is_secret: boolean
  default: string | null
  unit: string | null
  effect: string
}

export type ConfigReport = {
  /** true if the service would start with it */
  ok: boolean
  problems: string[]
  warnings: string[]
  variables: Variable[]
}

/** `festival config` */
export function addConfig(program: Command): void {
  program
    .command('config')
    .helpGroup('Run it:')
    .description('Show every variable: its value, default, unit and meaning')
    .option('--check', 'only report problems, as a start would; exit status 1 if there are any')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival config --check')
    .action((options: { check?: boolean; json?: boolean }) => {
      const report = examineConfig(process.env)
      const { variables, ...verdict } = report
      print(options, options.check ? verdict : report, [
        ...(options.check ? [] : variables.flatMap(linesOf)),
        ...said(report),
      ])
      if (!report.ok) process.exitCode = 1
    })
}

/** The variables that are set, and the messages of a start. Never contains secrets. */
export function examineConfig(env: Env): ConfigReport {
  const read = tryToRead(env)
  const problems = Array.isArray(read) ? read : []
  const warnings = Array.isArray(read) ? [] : warningsOf(read)
  const variables = Object.entries<Setting<unknown>>(settings).map(([name, setting]) =>
    toVariable(name, setting, settingIn(env, name)),
  )
  return { ok: problems.length === 0, problems, warnings, variables }
}

function tryToRead(env: Env): Config | string[] {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return error.message.split('\n')
  }
}

function toVariable(
  name: string,
  { absent, effect, isSecret = false }: Setting<unknown>,
  given = '',
): Variable {
  const isSet = given !== ''
  const value = isSet ? given : absent
  return {
    name,
    value: isSecret || value === undefined ? null : withoutPasswords(value),
    is_set: isSet,
    is_secret: isSecret,
    default: absent ?? null,
    unit: unitOf(name),
    effect,
  }
}

const units = { _SECONDS: 'seconds', _DAYS: 'days', _MS: 'ms', _DELAY: 'ms', _MB: 'MiB' }

const unitOf = (name: string): string | null =>
  Object.entries(units).find(([ending]) => name.endsWith(ending))?.[1] ?? null

/** Hides passwords in URLs. In a malformed URL, rather too much is hidden than too little. */
function withoutPasswords(text: string): string {
  return text
    .split(/,(?=\w+:\/\/)/)
    .map((url) =>
      url.replace(/(\w:\/\/[^:@/?#\s]*):.*@/s, '$1:***@').replaceAll(parameter, '$1***'),
    )
    .join(',')
}

const parameter = /([?&](?:ssl)?(?:password|key)=)[^&]*/gi

function linesOf(variable: Variable): string[] {
  const { name, value, is_set, is_secret, default: otherwise, unit, effect } = variable
  const shown = is_secret ? (is_set ? 'set' : 'not set') : (value ?? 'not set')
  const counted = unit && value !== null ? ` ${unit}` : ''
  const from = is_set
    ? `from the environment${otherwise === null ? '' : `, default ${otherwise}`}`
    : 'default'
  const origin = is_set || otherwise !== null ? `  (${from})` : ''
  return [`${name} = ${shown}${counted}${origin}`, `    ${effect}`]
}

function said({ problems, warnings }: ConfigReport): string[] {
  const verdict =
    problems.length === 0
      ? '✓ The service would start with this'
      : `✗ The service would not start with this: ${plural(problems.length, 'problem')}`
  const indented = (line: string) => `  ${line}`
  const warningLines = warnings.length > 0 ? ['Warnings:', ...warnings.map(indented)] : []
  return [verdict, ...problems.map(indented), ...warningLines]
}
