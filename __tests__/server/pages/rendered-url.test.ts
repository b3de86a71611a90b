import { renderedUrl } from '@server/pages/page-service'

describe('addresses with the same HTML have one key', () => {
  it.each([
    [
      '/memorials/7',
      ['/memorials/7/', '/memorials/0007', '/memorials/7?words=1', '/memorials/7?words=0', '/memorials/7?words='],
    ],
    [
      '/memorials/7',
      ['/memorials/7?words=да', '/memorials/7?words=-2', '/memorials/7?words=2.5', '/memorials/7?visit=1'],
    ],
    ['/memorials/7?words=3', ['/memorials/7?words=03', '/memorials/7?x=1&words=3', '/memorials/7?words=3&words=4']],
    [
      '/memorials/7?words=10',
      ['/memorials/7?words=11', '/memorials/7?words=100', `/memorials/7?words=${'9'.repeat(400)}`],
    ],
    ['/memorials/7/access', ['/memorials/007/access?x=1']],
    [
      '/memorials',
      ['/memorials?page=1', '/memorials?page=x', '/memorials?page=0', '/memorials?sort_by=id', '/memorials?q=+'],
    ],
    [
      '/memorials?page=2',
      ['/memorials?page=02', '/memorials?page=2&utm_source=vk', '/memorials?sort_order=asc&page=2'],
    ],
    ['/swo?lastname=%D0%9E%D1%80%D0%BB%D0%BE%D0%B2', ['/swo?lastname=Орлов', '/swo?lastname=+Орлов+&born=1']],
    ['/tariffs', ['/tariffs?x=1', '/tariffs/?words=2']],
    [
      '/404',
      ['/nowhere', '/a/b/c?page=2', '/memorials/0', '/memorials/99999999999', '/memorials/7/edit', '/wp-login.php'],
    ],
    ['/Login', ['/Login']],
    ['/%6Cogin', ['/%6Cogin?x=1']],
  ])('%s', (key, addresses) => {
    expect(addresses.map(renderedUrl)).toEqual(addresses.map(() => key))
  })
})

it('keeps apart what reads apart', () => {
  const addresses = ['/memorials/7?words=2', '/memorials/7?words=3', '/memorials/8', '/memorials?page=2', '/swo?page=2']
  expect(new Set(addresses.map(renderedUrl)).size).toBe(addresses.length)
})
