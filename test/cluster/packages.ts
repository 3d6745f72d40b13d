/** The programs of Debian's packages that a cluster consists of. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'

/** How to install the packages. */
const packages =
  'apt-get install --no-install-recommends patroni etcd-server postgresql python3-etcd python3-psycopg2'

/** Undefined when all are there, else a sentence that says how to install them. */
export async function missingPackages(): Promise<string | undefined> {
  const isThere = existsSync('/usr/bin/patroni') && existsSync('/usr/bin/etcd')
  return isThere && (await programsOf()) ? undefined : `Debian's packages are missing: ${packages}`
}

/** The newest PostgreSQL among the system's packages. */
export async function programsOf(): Promise<string | undefined> {
  const root = '/usr/lib/postgresql'
  const versions = await readdir(root).catch(() => [])
  const [newest] = versions.map(Number).toSorted((a, b) => b - a)
  return newest === undefined ? undefined : `${root}/${newest}/bin`
}
