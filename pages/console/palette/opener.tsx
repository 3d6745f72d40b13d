import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { MagnifyingGlassIcon } from '@radix-ui/react-icons'
import { lazy, Suspense, useState } from 'react'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The button of the palette, and the keys that open it, also in a field. The palette is loaded when first opened. */
export function PaletteOpener() {
  const [opened, { open, close }] = useDisclosure()
  const [isWanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    open()
  }
  useHotkeys([['mod+K', show]], [])
  const keys = { 'aria-keyshortcuts': isMac ? 'Meta+K' : 'Control+K' }
  return (
    <>
      <Button
        visibleFrom="sm"
        variant="default"
        size="sm"
        leftSection={<MagnifyingGlassIcon aria-hidden />}
        rightSection={<Kbd size="xs">{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>}
        onClick={show}
        {...keys}
      >
        Search
      </Button>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Search"
        onClick={show}
      >
        <MagnifyingGlassIcon />
      </ActionIcon>
      {isWanted && (
        <Suspense>
          <Palette opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
