import { networkOf, networksAround, shortenedAddress } from '@server/lib/visitor-network'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('takes %s for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  ['192.0.2.7', '192.0.2.*'],
  ['::ffff:192.0.2.7', '192.0.2.*'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:*'],
  ['::1', '0:0:0:*'],
  ['unknown', null],
  ['', null],
  ['192.0.2.7, 10.0.0.1', null],
])('shows of %s no more than %s', (address, shortened) => {
  expect(shortenedAddress(address)).toBe(shortened)
})

it.each([
  ['192.0.2.7', []],
  ['2001:db8:1:2ab', ['2001:db8:1:200/56', '2001:db8:1/48']],
  ['2001:db8:1:2', ['2001:db8:1:000/56', '2001:db8:1/48']],
  ['network 2001:db8:1:2', ['network 2001:db8:1:000/56', 'network 2001:db8:1/48']],
  ['somebody@example.org', []],
  ['account 12', []],
  ['1:2:3:some', []],
])('counts %s for the networks around it', (counted, around) => {
  expect(networksAround(counted).map(({ network }) => network)).toEqual(around)
})
