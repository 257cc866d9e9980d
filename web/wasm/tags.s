	.tagtype __cpp_exception i32
	.globl __cpp_exception
__cpp_exception:
	.tagtype __c_longjmp i32
	.globl __c_longjmp
__c_longjmp:
