import { type CSSVariablesResolver, createTheme } from '@mantine/core'

// Dropdowns stay in the landmark or dialog they belong to.
const stays = { withinPortal: false, floatingStrategy: 'fixed' } as const
// The header of a dialog is not a banner of the page.
const attributes = { header: { role: 'presentation' } }
const styles = { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } }
const dropdown = { defaultProps: { comboboxProps: stays } }

/** The theme of the console. Every text has a contrast of at least 4.5. */
export const theme = createTheme({
  components: {
    Popover: { defaultProps: stays },
    Tooltip: { defaultProps: stays },
    Select: dropdown,
    MultiSelect: dropdown,
    Autocomplete: dropdown,
    TagsInput: dropdown,
    Drawer: { defaultProps: { attributes }, styles },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Below a title Mantine's grey is too pale.
      styles: { description: { color: 'var(--mantine-color-text)' } },
    },
    // A confirmation can be opened from a drawer, and is above it.
    Modal: { defaultProps: { attributes, zIndex: 210 }, styles },
  },
  primaryColor: 'brand',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors: {
    dark: [
      '#e9e6f2',
      '#cdc8dd',
      '#b4aecb',
      '#8b85a3',
      '#4a4463',
      '#3a3550',
      '#28243a',
      '#1d1a28',
      '#181523',
      '#14121c',
    ],
    // Darker than Mantine's, so that white text has enough contrast.
    red: [
      '#fff0f1',
      '#ffdfe2',
      '#ffbcc3',
      '#ff98a4',
      '#fb7485',
      '#ee4358',
      '#dc2a41',
      '#c2182f',
      '#a30f25',
      '#850819',
    ],
    brand: [
      '#f3f0ff',
      '#e4dcfd',
      '#cdbffb',
      '#b5a3ff',
      '#9a82f5',
      '#8064ec',
      '#6b49e3',
      '#5a34d6',
      '#4a27b8',
      '#3b1e96',
    ],
  },
})

/** Mantine's greys for quiet text, and some letters on tinted backgrounds, are too pale. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5d5775',
    '--mantine-color-placeholder': '#6a6483',
    '--mantine-color-error': '#b3162d',
    '--mantine-color-anchor': '#5a34d6',
    '--mantine-color-yellow-light-color': '#6b4500',
    '--mantine-color-orange-light-color': '#7a3200',
    '--mantine-color-teal-light-color': '#065643',
    '--mantine-color-green-light-color': '#1b5327',
    '--mantine-color-red-light-color': '#a5152a',
    '--console-ground': '#faf9fc',
  },
  dark: {
    '--mantine-color-dimmed': '#b4aecb',
    '--mantine-color-placeholder': '#a59fbd',
    '--mantine-color-error': '#ff98a4',
    '--mantine-color-anchor': '#b5a3ff',
    '--console-ground': '#161420',
  },
})
