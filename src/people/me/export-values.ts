/** Values of the export, with an example each. */
import { Type } from 'typebox'
import { Nullable } from '#platform/values/shapes'

export const Text = (example: string) => Type.String({ examples: [example] })
export const OptionalText = (example: string) => Nullable(Text(example))
export const Count = (example: number) => Type.Integer({ examples: [example] })
export const Yes = Type.Boolean({ examples: [true] })
