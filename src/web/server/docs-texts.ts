/** The texts beside the reference: the name of each in its address, and the file of this repository that it is built from. */
export const docsTexts = [
  { name: 'recipes', title: 'Recipes', file: 'docs/recipes.md' },
  { name: 'testing', title: 'Testing', file: 'docs/testing.md' },
  { name: 'client', title: 'Client', file: 'client/README.md' },
  { name: 'webhooks', title: 'Webhooks', file: 'docs/webhooks.md' },
  { name: 'contract', title: 'Contract', file: 'docs/contract.md' },
  { name: 'changes', title: 'Changes', file: 'CHANGELOG.md' },
] as const

export type DocsText = (typeof docsTexts)[number]
