import { clauseOf, rendered, withSections } from './texts'

const NBSP = '\u00a0'

describe('numbers', () => {
  it('numbers sections, and each paragraph of a section as a clause; lists and tables of terms belong to the clause above', () => {
    const { sections } = withSections(
      '## Начало {#first}\n\nОдин.\n\nДва:\n\n- раз;\n- два.\n\nТри\n\nЧьи\n: Всех.\n\n## Конец\n\nЧетыре. {#four}\n',
    )
    expect(sections.map(({ id, number, title }) => [id, number, title])).toEqual([
      ['first', '1', 'Начало'],
      ['section-2', '2', 'Конец'],
    ])
    expect(sections.map(({ clauses }) => clauses.map(({ id, number }) => [id, number]))).toEqual([
      [
        [null, '1.1'],
        [null, '1.2'],
        [null, '1.3'],
      ],
      [['four', '2.1']],
    ])
    expect(sections[0]?.clauses[1]?.html.replace(/\n/g, '')).toBe('Два:<ul><li>раз;</li><li>два.</li></ul>')
    expect(sections[0]?.clauses[2]?.html.replace(/\n/g, '')).toBe('Три<dl><dt>Чьи</dt><dd>Всех.</dd></dl>')
    expect(sections[1]?.clauses[0]?.html).toBe('Четыре.')
  })

  it('writes them into references to a section, a clause, and both of another page', () => {
    const documents = rendered({
      consent:
        '# Согласие\n\nРедакция\n\n## Одно {#one}\n\nСм. [раздел](#two) и [](#clause).\n\n## Другое {#two}\n\nПункт. {#clause}\n',
      'privacy-policy':
        '# Политика\n\nРедакция\n\n## О чём {#about}\n\nДокумент [](consent.md), [пункт](consent.md#clause), [он же](consent.md).\n',
    })
    expect(documents.get('consent')?.sections[0]?.clauses[0]?.html).toBe(
      `См. <a href="#two">раздел${NBSP}2</a> и <a href="#clause">2.1</a>.`,
    )
    expect(documents.get('privacy-policy')?.sections[0]?.clauses[0]?.html).toBe(
      `Документ <a href="/consent">Согласие</a>, <a href="/consent#clause">пункт${NBSP}2.1</a>, <a href="/consent">он же</a>.`,
    )
  })
})

describe('what settings hold', () => {
  it('stands in the text as it is, whatever it means in Markdown or HTML', () => {
    const env = { OPERATOR_NAME: 'АНО *Имена* <b>&</b> [x](y) {{SITE_NAME}}' }
    expect(clauseOf('Оператор: {{OPERATOR_NAME}}.', env)).toBe(
      'Оператор: АНО *Имена* &lt;b&gt;&amp;&lt;/b&gt; [x](y) {{SITE_NAME}}.',
    )
  })

  it('is a link where it is an address', () => {
    const env = { SUPPORT_EMAIL: 'help@pamyat.example', PUBLIC_URL: 'https://pamyat.example' }
    expect(clauseOf('{{SUPPORT_EMAIL}}, {{PUBLIC_URL}}', env)).toBe(
      '<a href="mailto:help@pamyat.example">help@pamyat.example</a>, <a href="https://pamyat.example">https://pamyat.example</a>',
    )
  })

  it('is where a link leads; another site opens beside the page', () => {
    const env = { SUPPORT_MESSENGER_URL: 'https://t.me/pamyat' }
    expect(clauseOf('[мессенджер]({{SUPPORT_MESSENGER_URL}})', env)).toBe(
      '<a href="https://t.me/pamyat" target="_blank" rel="noopener noreferrer">мессенджер</a>',
    )
  })

  it('tells the operator, and where data are kept', () => {
    const env = { OPERATOR_ADDRESS: 'Псков', OPERATOR_INN: '123', OPERATOR_OGRN: '456', DATA_LOCATION: 'в Твери' }
    expect(clauseOf('{{OPERATOR_ADDRESS}} {{OPERATOR_INN}} {{OPERATOR_OGRN}} {{DATA_LOCATION}}', env)).toBe(
      'Псков 123 456 в Твери',
    )
  })
})

describe('what is no plain text', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['Слова <img src=x onerror=alert(1)>', 'Слова &lt;img src=x onerror=alert(1)&gt;'],
    ['[слова](javascript:alert(1))', '[слова](javascript:alert(1))'],
    ['[слова](JaVaScRiPt:alert)', '[слова](JaVaScRiPt:alert)'],
    ['[слова](data:text/html,x)', '[слова](data:text/html,x)'],
    ['[слова](vbscript:x)', '[слова](vbscript:x)'],
    ['[слова](//other.example/x)', '[слова](//other.example/x)'],
    ['<javascript:alert(1)>', '&lt;javascript:alert(1)&gt;'],
    ['[слова](https://x.example/"onclick="alert)', /^<a href="https:\/\/x\.example\/%22onclick=%22alert"/],
  ])('%s stays text, or does no harm', (markdown, html) => {
    if (typeof html === 'string') expect(clauseOf(markdown)).toBe(html)
    else expect(clauseOf(markdown)).toMatch(html)
  })

  it('shows no picture of any site', () => {
    expect(clauseOf('![слова](https://x.example/x.png)')).not.toContain('<img')
  })

  it('escapes titles no less: they are no HTML', () => {
    expect(withSections('## <i>Раздел</i> {#part}\n\nПункт.').sections[0]?.title).toBe('<i>Раздел</i>')
  })
})

it('keeps a dash, a number and its unit on the line of the word before', () => {
  expect(clauseOf('Закон № 152-ФЗ — статья 9, часть 1: 30 дней.')).toBe(
    `Закон №${NBSP}152-ФЗ${NBSP}— статья${NBSP}9, часть${NBSP}1: 30${NBSP}дней.`,
  )
})
