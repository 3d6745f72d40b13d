import { Tabs } from '@mantine/core'
import { type ComponentType, Suspense } from 'react'
import { useLocation } from 'wouter'
import { Loading } from './states.tsx'

type PartTab = { path: string; label: string; part: ComponentType }

type Props = {
  /** the name of the list of tabs, for screen readers */
  label: string
  /** the address of the section, such as `/money` */
  base: string
  tabs: PartTab[]
  /** the open one */
  here: PartTab
}

/** The parts of a section as tabs, each with an address of its own. */
export function PartTabs({ label, base, tabs, here }: Props) {
  const [, go] = useLocation()
  return (
    <Tabs
      value={here.path}
      onChange={(path) => go(`${base}/${path}`)}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List aria-label={label} mb="lg">
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.path} value={tab.path} mih={44}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ path, part: Part }) => (
        <Tabs.Panel key={path} value={path}>
          <Suspense fallback={<Loading />}>
            <Part />
          </Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
