import { describedByName } from '@client/features/memorial/archives/captions'

it.each([
  ['свадьба 1974.jpg', 'Свадьба 1974'],
  ['мама_и_я_на_море.JPG', 'Мама и я на море'],
  ['дача-2 (1).jpeg', 'Дача-2'],
  ['1956 лето, Анапа.png', '1956 лето, Анапа'],
  ['IMG_0412 бабушка.heic', 'IMG 0412 бабушка'],
])('%s is described as «%s»', (fileName, description) => {
  expect(describedByName('audio', fileName)).toBe(description)
})

it.each([
  'IMG_0412.HEIC',
  'IMG-20210509-WA0003.jpg',
  'DSC01234.JPG',
  'P1010234.JPG',
  'PXL_20230101_101010123.jpg',
  'photo_2021-05-09_10-11-12.jpg',
  'Screenshot 2024-01-01 at 10.11.12.png',
  'Снимок экрана 2024-01-01 в 10.11.12.png',
  'Скан_0001.jpg',
  'Новая запись 12.m4a',
  'a1b2c3d4-e5f6-7a8b-9c0d-e1f2a3b4c5d6.jpg',
  '20200101_123456.mp4',
  'image.png',
  '.jpg',
])('of %s nothing is said', (fileName) => {
  expect(describedByName('audio', fileName)).toBe('')
})

it('the caption of a photo is not made of the name of its file', () => {
  expect(describedByName('photo', 'свадьба 1974.jpg')).toBe('')
})
