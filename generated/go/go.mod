module example.com/cloud-marketplace/marketplace-go

go 1.24
