/** As much of JSON Schema as the endpoint table makes. */
export interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

const simple: Record<string, string> = { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text)

/** A schema as the text of a TypeScript type, with its fields on lines of their own. */
export function typeText(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((each) => typeText(each, indent)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((each) => `(${typeText(each, indent)})`).join(' & ')
  if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeText(each, indent)).join(', ')}]`
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return `Array<${typeText(schema.items ?? {}, indent)}>`
  if (schema.type === 'object') return objectText(schema, indent)
  return simple[schema.type ?? ''] ?? 'unknown'
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const [key, type] = [isName(name) ? name : literal(name), typeText(schema, `${indent}  `)]
    return required.includes(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`
  })
  if (fields.length === 0)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'never'}>`
  return blockText(fields, indent)
}

/** The fields of an object, each on its line. */
export const blockText = (fields: readonly string[], indent: string): string =>
  `{\n${fields.map((field) => `${indent}  ${field}\n`).join('')}${indent}}`

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value)
