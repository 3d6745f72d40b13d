import { ActionIcon, Button, type ButtonProps, Group, Menu } from '@mantine/core'
import { ChevronDownIcon, DownloadIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import { useAct } from '../../queries.ts'
import { type ExportForm, exportForms, storedForm, storeForm } from './export-form.ts'
import { saveFile } from './save-file.ts'

type Props = Pick<ButtonProps, 'size' | 'variant'> & {
  /** comes before the form: `Export` is shown as `Export CSV` */
  verb: string
  /** name of the export, for screen readers, on a page with several */
  subject?: string
  /** the name of the file without its extension */
  file: string
  read: (query: ExportForm['query']) => Promise<Blob>
}

/** Exports a table in the form that was chosen last; the menu has the other forms. */
export function ExportMenu({
  verb,
  subject,
  file: name,
  read,
  size = 'sm',
  variant = 'default',
}: Props) {
  const [form, setForm] = useState(storedForm)
  const act = useAct((chosen: ExportForm) => read(chosen.query), {
    onDone: (file, { extension }) => saveFile(`${name}${extension}`, file),
  })
  const take = (chosen: ExportForm) => {
    storeForm(chosen)
    setForm(chosen)
    act.mutate(chosen)
  }
  const of = subject === undefined ? '' : `: ${subject}`
  return (
    <Group gap={0} wrap="nowrap">
      <Button
        variant={variant}
        size={size}
        aria-label={`${verb} ${form.short}${of}`}
        leftSection={<DownloadIcon aria-hidden />}
        loading={act.isPending}
        // Another export of the page may have stored another form since.
        onClick={() => take(storedForm())}
      >
        {`${verb} ${form.short}`}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant={variant}
            size={`input-${size}`}
            aria-label={`Form of the file${of}`}
            disabled={act.isPending}
          >
            <ChevronDownIcon aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {exportForms.map((one) => (
            <Menu.Item key={one.name} onClick={() => take(one)}>
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
