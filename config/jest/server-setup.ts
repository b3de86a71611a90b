import { makeHashesCheap } from '../../__tests__/support/worker/cheap-hashes'

// The AWS SDK tells at each start that it will want a newer Node in 2027: nothing that a test could mend.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'

makeHashesCheap()
